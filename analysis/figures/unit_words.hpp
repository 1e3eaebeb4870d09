#pragma once
#include <string_view>

namespace scalegen {

/// What a unit says of the values that carry it.
struct UnitWords {
  bool is_time = false;      // s, ms/step
  bool is_share = false;     // %
  bool of_a_step = false;    // it/s, ms/step
  bool of_a_rank = false;    // tokens/s/GPU
  bool of_a_node = false;    // tokens/s/node
  bool of_one_thing = true;  // s, and not s/epoch
  bool operator==(const UnitWords&) const = default;
};

/// Reads units as people write them, in any case: images/s, "samples per sec per GPU", it/s, min, %. A word
/// that it does not know counts what is counted.
UnitWords unit_words(std::string_view unit);

}  // namespace scalegen

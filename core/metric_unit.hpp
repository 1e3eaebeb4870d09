#pragma once
#include <string_view>

namespace scalegen {

/// What a unit says about the values that carry it.
struct UnitTraits {
  bool is_time = false;           // s, ms/step
  bool is_time_per_time = false;  // ns/day, hours/ns: a rate or a time
  bool is_rate = false;           // images/s, tps
  bool is_share = false;          // %
  bool per_step = false;          // it/s, ms/step
  bool per_rank = false;          // tokens/s/GPU
  bool per_node = false;          // tokens/s/node
  bool is_one_word = true;        // s, but not s/epoch
  bool operator==(const UnitTraits&) const = default;
};

/// Reads units as people write them, in any case: images/s, "samples per sec per GPU", it/s, min, %. An
/// unknown word is taken as the thing that is counted.
UnitTraits parse_unit(std::string_view unit);

}  // namespace scalegen

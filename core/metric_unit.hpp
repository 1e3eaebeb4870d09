#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace scalegen {

/// The properties of the values that carry a unit.
struct UnitTraits {
  bool is_time = false;           // s, ms/step
  bool is_time_per_time = false;  // ns/day, hours/ns: a rate or a time
  bool is_rate = false;           // images/s, tps
  bool is_share = false;          // %
  bool per_step = false;          // it/s, ms/step
  bool per_micro_step = false;    // ms/micro_step: one of the steps that an optimizer step accumulates
  bool per_update = false;        // ms/optimizer_step: surely none of those
  bool per_epoch = false;         // s/epoch
  bool per_rank = false;          // tokens/s/GPU
  bool per_node = false;          // tokens/s/node
  bool is_flops = false;          // TFLOP/s
  bool is_total = false;          // "images/s total": that of all ranks
  bool is_one_word = true;        // s, but not s/epoch
  bool operator==(const UnitTraits&) const = default;
};

/// True of s and min, not of ms/step or s/epoch: where a run has many such times, nobody says of what they
/// are.
inline bool is_bare_time(const UnitTraits& unit) { return unit.is_time && unit.is_one_word; }

/// True of a rate that a rank may print of its own share: images/s, not ns/day, TFLOP/s or it/s.
inline bool may_be_of_one_rank(const UnitTraits& unit) {
  return !unit.is_time_per_time && !unit.is_flops && !unit.per_step && !unit.per_rank && !unit.per_node &&
         !unit.is_total;
}

/// True of the simulated time of one run in a real time: ns/day, not that of all ranks, or of each.
inline bool is_of_one_simulation(const UnitTraits& unit) {
  return unit.is_time_per_time && !unit.per_rank && !unit.per_node && !unit.is_total;
}

/// True if it counts steps without saying which: where steps accumulate gradients, micro-steps or updates.
inline bool leaves_steps_open(const UnitTraits& unit) {
  return unit.per_step && !unit.per_micro_step && !unit.per_update;
}

/// The hint for such a unit.
std::string hint_for_open_steps(const UnitTraits& unit);

/// Reads units as people write them, in any case: images/s, "samples per sec per GPU", it/s, min, %. An
/// unknown word is taken as the thing that is counted.
UnitTraits parse_unit(std::string_view unit);

/// True if two units count the same thing: images/s and image, tokens/s/GPU and tokens. Samples, images,
/// sequences and examples are the same; with an SI prefix (Mtokens/s) a thing is another one.
bool count_alike(std::string_view a, std::string_view b);

/// The seconds of one unit of a time: 0.001 of ms and of ms/step. Returns nullopt for what is no time.
std::optional<double> seconds_in(std::string_view unit);

/// The factor by which a number is to be multiplied if the unit behind it differs from `unit` in its SI
/// prefix alone: 1000 of "1.507 Matom-step/s" in katom-step/s. Nullopt of any other, and of powers of 1024.
/// A lone prefix counts, too: "1.5 M".
std::optional<double> prefix_factor(std::string_view behind, std::string_view unit);

/// The unit that the text behind a number says, at once or after blanks, tabs or an opening bracket, if it is
/// another than `unit`: "ms" for one in s, "Ktokens/s" for one in tokens/s, "ns/hour" for one in ns/day,
/// "'%'" (in YAML's quotes) for one in no share. Empty if the text says the same, or nothing of the unit.
std::string contradicting_unit(std::string_view behind, std::string_view unit);

/// The part of the text behind a number that prefix_factor() and contradicting_unit() depend on: it ends with
/// the first digit of the next number. In a log it is mostly the same on each line.
std::string_view unit_part(std::string_view behind);

/// What to do where a number has another unit than `unit`, as contradicting_unit() says: write it, unless the
/// number is a percentage, which is no time and no rate.
std::string hint_for_other_unit(std::string_view unit, const std::string& other);

}  // namespace scalegen

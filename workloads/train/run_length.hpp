#pragma once

#include <cstdint>
#include <optional>

#include "workloads/train/ranks/rendezvous.hpp"

namespace scalegen::train {

/// After which step a run ends: a planned one, or the one in which its seconds are over.
///
/// A rank that ended a step before the others would leave them waiting, and clocks differ. So rank 0's alone
/// counts, and is looked at only after steps that all ranks know beforehand: each such look names the next
/// one, half of the way to the end at the speed so far, or the end itself. 20 s of 4 ms steps are about 25
/// looks, each a message through the store.
class RunLength {
 public:
  static RunLength of_steps(int64_t steps);

  /// `store` is null for one rank alone.
  static RunLength of_seconds(double seconds, Store store, const World& world);

  /// `seconds` of training are over on this rank, some steps of a GPU perhaps not counted. All ranks get the
  /// same answer. Called once after each step, in order.
  bool ends_after(int64_t step, double seconds);

 private:
  RunLength() = default;
  int64_t agreed(int64_t step, double seconds) const;

  std::optional<double> seconds_;
  int64_t next_ = 1;  // the last step, or the next to look after
  Store store_;
  World world_;
};

/// The step after which to look again, twice `step` at most; `step` itself if nothing is left. Speed is
/// unknown where `seconds` is 0.
int64_t next_look(int64_t step, double seconds, double limit);

}  // namespace scalegen::train

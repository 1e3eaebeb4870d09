#pragma once

#include <cstdint>

#include "workloads/train/options.hpp"

namespace scalegen::train {

/// The number of steps, and of samples in each. A step of a rank is `accumulate` passes of `pass_batch`
/// samples: those of `per_rank_batch`, or with data_parallel as many for each of its devices. An epoch's last
/// step may have fewer, unless it is dropped. Both batches are in the options' unit.
struct StepPlan {
  int64_t global_batch = 0;
  int64_t per_rank_batch = 0;
  int64_t pass_batch = 0;
  int64_t accumulate = 1;
  int64_t last_rank_batch = 0;  // of an epoch's last step, all passes of a rank together
  int64_t steps = 0;

  bool operator==(const StepPlan&) const = default;
};

/// Throws BadInput where the batch does not divide by the ranks and passes or is more than the set has.
StepPlan plan_steps(const Options& options, int world_size, int64_t train_samples);

}  // namespace scalegen::train

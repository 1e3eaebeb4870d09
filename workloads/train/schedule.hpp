#pragma once

#include <cstdint>

#include "workloads/train/options.hpp"

namespace scalegen::train {

/// How many steps there are, and how many samples in each. An epoch's last step may have fewer.
struct Schedule {
  int64_t global_batch = 0;
  int64_t per_rank_batch = 0;
  int64_t steps_per_epoch = 0;
  int64_t steps = 0;

  bool operator==(const Schedule&) const = default;
};

/// Throws BadInput where the batch does not divide by the ranks or is more than the set has.
Schedule make_schedule(const Options& options, int world_size, int64_t train_samples);

}  // namespace scalegen::train

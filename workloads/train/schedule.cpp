#include "workloads/train/schedule.hpp"

#include <fmt/format.h>

#include "workloads/train/error.hpp"

namespace scalegen::train {

Schedule make_schedule(const Options& options, int world_size, int64_t train_samples) {
  Schedule schedule;
  schedule.global_batch = options.global_batch.value_or(options.per_rank_batch.value_or(0) * world_size);
  if (schedule.global_batch % world_size != 0)
    throw BadInput(
        fmt::format("--global-batch {} does not divide by {} ranks; the nearest that do are {} and {}",
                    schedule.global_batch, world_size, schedule.global_batch / world_size * world_size,
                    (schedule.global_batch / world_size + 1) * world_size));
  if (schedule.global_batch > train_samples)
    throw BadInput(fmt::format("the global batch of {} is more than the {} training samples",
                               schedule.global_batch, train_samples));
  schedule.per_rank_batch = schedule.global_batch / world_size;
  const int64_t rank_share = (train_samples + world_size - 1) / world_size;
  schedule.steps_per_epoch = (rank_share + schedule.per_rank_batch - 1) / schedule.per_rank_batch;
  schedule.steps = options.steps.value_or(options.epochs.value_or(0) * schedule.steps_per_epoch);
  return schedule;
}

}  // namespace scalegen::train

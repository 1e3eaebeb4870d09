#include "workloads/train/data/step_plan.hpp"

#include <fmt/format.h>

#include <limits>

#include "workloads/train/error.hpp"

namespace scalegen::train {
namespace {

int64_t times(int64_t count, int64_t factor, std::string_view what = "a batch of") {
  if (factor > 0 && count > std::numeric_limits<int64_t>::max() / factor)
    throw BadInput(fmt::format("{} {} times {} is more than can be counted", what, count, factor));
  return count * factor;
}

/// The passes of a step: what is given, or what makes the one batch of the other.
int64_t accumulated(const Options& options, int64_t world_size) {
  if (!options.global_batch || !options.per_rank_batch) return options.accumulate.value_or(1);
  const int64_t at_once = times(*options.per_rank_batch, world_size);
  if (*options.global_batch % at_once != 0)
    throw BadInput(fmt::format(
        "--global-batch {} is no multiple of {}, which {} rank{} with --per-rank-batch {} make",
        *options.global_batch, at_once, world_size, world_size == 1 ? "" : "s", *options.per_rank_batch));
  return *options.global_batch / at_once;
}

/// `units` are in a sample.
void check_divides(int64_t batch, int64_t units, int64_t world_size, int64_t accumulate) {
  const int64_t least = times(times(accumulate, world_size), units);
  if (batch % least == 0) return;
  const int64_t below = batch / least * least;
  const std::string by = fmt::format("{} rank{}{}{}", world_size, world_size == 1 ? "" : "s",
                                     accumulate == 1 ? "" : fmt::format(" with {} passes each", accumulate),
                                     units == 1 ? "" : fmt::format(" in rows of {} tokens", units));
  throw BadInput(fmt::format("--global-batch {} does not divide by {}; the nearest that do are {}{}", batch,
                             by, below > 0 ? fmt::format("{} and ", below) : "", below + least));
}

}  // namespace

StepPlan plan_steps(const Options& options, int world_size, int64_t train_samples) {
  const int64_t shares = times(world_size, options.replicas);
  StepPlan plan;
  plan.accumulate = accumulated(options, shares);
  const int64_t passes = times(plan.accumulate, shares);
  const int64_t units = options.units_of_a_sample();
  plan.global_batch =
      options.global_batch ? *options.global_batch : times(options.per_rank_batch.value(), passes);
  check_divides(plan.global_batch, units, shares, plan.accumulate);
  if (plan.global_batch / units > train_samples)
    throw BadInput(fmt::format("the global batch of {} is more than the {} training {}", plan.global_batch,
                               train_samples * units, units == 1 ? "samples" : "tokens"));
  plan.per_rank_batch = plan.global_batch / passes;
  plan.pass_batch = plan.per_rank_batch / units * options.replicas;
  const int64_t rank_share = (train_samples + world_size - 1) / world_size;
  const int64_t rank_batch = plan.pass_batch * plan.accumulate;
  const int64_t steps_per_epoch =
      options.drop_last ? rank_share / rank_batch : (rank_share + rank_batch - 1) / rank_batch;
  plan.last_rank_batch = options.drop_last ? rank_batch : rank_share - (steps_per_epoch - 1) * rank_batch;
  plan.steps =
      options.steps.value_or(times(options.epochs.value_or(0), steps_per_epoch, "a run of --epochs"));
  return plan;
}

}  // namespace scalegen::train

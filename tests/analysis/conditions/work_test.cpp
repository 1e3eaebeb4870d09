#include "analysis/conditions/work.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

const RungShape kFourGpus{DeviceKind::gpu, 2, 4};
const Settings kBatches{{"global_batch", std::int64_t{512}}, {"per_rank_batch", std::int64_t{128}}};
const Settings kSteps{{"steps", std::int64_t{40}}, {"global_batch", std::int64_t{512}}};

Metric rate(const std::string& unit) { return {.quantity = Quantity::rate, .unit = unit}; }
Metric time(const std::string& unit) { return {.quantity = Quantity::time, .unit = unit}; }

std::string work(const Metric& metric, Scaling scaling, const Settings& conditions = {}) {
  const auto found = work_of(metric, scaling, kFourGpus, conditions);
  return found ? std::to_string(static_cast<int>(*found)) : found.error().front().message;
}

constexpr auto kNoSamples =
    "unknown samples per run, so a time gives no speed: set 'steps' and 'global_batch' or "
    "'per_rank_batch', or 'samples'";

TEST(Work, IsTheSameOfAllRungsInStrongScaling) {
  for (const auto* unit : {"images/s", "it/s", "tps", ""})
    EXPECT_EQ(work(rate(unit), Scaling::strong), "1") << unit;
  for (const auto* unit : {"s", "ms/step", "s/epoch"})
    EXPECT_EQ(work(time(unit), Scaling::strong), "1") << unit;
}

TEST(Work, OfARateOfSamplesIsInItAlready) {
  EXPECT_EQ(work(rate("images/s"), Scaling::weak, kBatches), "1");
  EXPECT_EQ(work(rate("tokens/s"), Scaling::throughput), "1");
  EXPECT_EQ(work(time("s/epoch"), Scaling::weak), "1");
}

TEST(Work, OfAStepGrowsWithTheRanksInWeakScaling) {
  EXPECT_EQ(work(rate("it/s"), Scaling::weak), "4");
  EXPECT_EQ(work(time("ms/step"), Scaling::weak, kBatches), "4");
}

TEST(Work, OfSimulatedTimeIsNoneInWeakScaling) {
  EXPECT_EQ(
      work(rate("ns/day"), Scaling::weak),
      "'ns/day' is of simulated time, which does not grow with the work: in weak scaling it is no speed");
  EXPECT_EQ(work(time("hours/ns"), Scaling::weak),
            "'hours/ns' is of simulated time, which does not grow with the work: in weak scaling it is no "
            "speed");
  EXPECT_EQ(work(rate("ns/day"), Scaling::strong), "1");
  EXPECT_EQ(work(rate("ns/day total"), Scaling::weak), "1") << "of an ensemble";
  EXPECT_EQ(work(rate("timesteps/s"), Scaling::weak), "4");
}

TEST(Work, OfAStepIsItsGlobalBatchWhereNothingIsHeldEqual) {
  EXPECT_EQ(work(rate("it/s"), Scaling::throughput, kBatches), "512");
  EXPECT_EQ(work(time("ms/step"), Scaling::throughput, {{"per_rank_batch", std::int64_t{16}}}), "64");
  EXPECT_EQ(work(rate("it/s"), Scaling::throughput), "unknown samples per step: set 'global_batch'");
}

TEST(Work, GrowsWithTheReplicasWhereSeveralRanksHoldOne) {
  const Settings two_replicas{{"per_rank_batch", std::int64_t{16}}, {"data_parallel", std::int64_t{2}}};
  EXPECT_EQ(work(rate("it/s"), Scaling::weak, two_replicas), "2");
  EXPECT_EQ(work(time("ms/step"), Scaling::throughput, two_replicas), "32");
}

TEST(Work, OfAWholeRunIsAllOfItsSamples) {
  EXPECT_EQ(work(time("s"), Scaling::weak, kSteps), "20480");
  EXPECT_EQ(work(time("min"), Scaling::throughput, {{"samples", std::int64_t{60'000}}}), "60000");
  EXPECT_EQ(
      work(time("s"), Scaling::weak, {{"steps", std::int64_t{10}}, {"per_rank_batch", std::int64_t{16}}}),
      "640");
}

TEST(Work, OfAWholeRunIsNotKnownWithoutItsSamples) {
  EXPECT_EQ(work(time("s"), Scaling::weak), kNoSamples);
  EXPECT_EQ(work(time("s"), Scaling::weak, kBatches), kNoSamples);
  EXPECT_EQ(work(time("s"), Scaling::throughput, {{"steps", std::int64_t{40}}}), kNoSamples);
  EXPECT_EQ(work(time("s"), Scaling::weak, {{"samples", "all"}}), kNoSamples);
  EXPECT_EQ(work(time("s"), Scaling::weak, {{"samples", std::int64_t{0}}}), kNoSamples);
}

TEST(Work, OfOneRankOrNodeStandsForAll) {
  EXPECT_EQ(work(rate("tokens/s/GPU"), Scaling::strong), "4");
  EXPECT_EQ(work(rate("tokens/s/node"), Scaling::weak), "2");
  EXPECT_EQ(work(rate("it/s/GPU"), Scaling::weak), "16");
  EXPECT_EQ(work(time("ms/step/GPU"), Scaling::strong), "1");
}

TEST(Work, OfANodeIsNotKnownWithoutTheNodes) {
  const auto found = work_of(rate("tokens/s/node"), Scaling::strong, {DeviceKind::gpu, std::nullopt, 4}, {});
  EXPECT_EQ(found.error().front().message,
            "'tokens/s/node' is of a node, and not each rung says its nodes: add a column 'nodes'");
}

TEST(Work, OfAMicroStepIsItsPartOfAnOptimizerStep) {
  const Settings accumulated{{"accumulate", std::int64_t{4}}};
  EXPECT_EQ(work_of(time("ms/micro_step"), Scaling::strong, kFourGpus, accumulated).value(), 0.25);
  EXPECT_EQ(work_of(rate("micro_step/s"), Scaling::strong, kFourGpus, accumulated).value(), 0.25);
  EXPECT_EQ(work(time("ms/optimizer_step"), Scaling::strong, accumulated), "1");
  EXPECT_EQ(work(rate("micro_batch/s"), Scaling::weak, accumulated), "4");
  EXPECT_EQ(work(rate("optimizer_step/s"), Scaling::weak, accumulated), "16");
  EXPECT_EQ(work(time("ms/micro_step"), Scaling::strong),
            "'ms/micro_step' is of micro-steps, and nothing says how many a step has: set 'accumulate'");
}

TEST(Work, RefusesUnitsThatContradictTheirDirection) {
  EXPECT_EQ(work(time("J"), Scaling::strong), "'J' is not a time, so a lower value is not a higher speed");
  EXPECT_EQ(work(rate("s"), Scaling::strong), "'s' is a time, but the sweep file says that higher is better");
  EXPECT_EQ(work(rate("%"), Scaling::strong), "'%' is a share, not a rate");
}

TEST(Work, LeavesTheDirectionOfATimePerTimeToThePerson) {
  EXPECT_EQ(work(rate("ns/day"), Scaling::strong), "1");
  EXPECT_EQ(work(time("hours/ns"), Scaling::strong), "1");
  EXPECT_EQ(work(rate("ns per day per GPU"), Scaling::strong), "4");
}

TEST(Work, SaysWhatSpeedupsCompare) {
  EXPECT_EQ(work_text(rate("tokens/s/GPU"), Scaling::strong), "each value times its ranks");
  EXPECT_EQ(work_text(rate("tokens/s/node"), Scaling::strong), "each value times its nodes");
  EXPECT_EQ(work_text(rate("it/s"), Scaling::weak), "samples/s, each step with its global batch");
  EXPECT_EQ(work_text(time("s"), Scaling::weak), "samples/s, each run with all of its samples");
  EXPECT_EQ(work_text(time("s"), Scaling::strong), "");
  EXPECT_EQ(work_text(rate("images/s"), Scaling::weak), "");
}

}  // namespace
}  // namespace scalegen

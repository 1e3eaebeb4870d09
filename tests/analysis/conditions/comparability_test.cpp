#include <gmock/gmock.h>

#include <set>

#include "analysis/conditions/comparability.hpp"
#include "analysis/conditions/work.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Settings conditions() {
  return {{"device", "cpu"},    {"global_batch", 512},       {"per_rank_batch", 256}, {"precision", "fp32"},
          {"dataset", "MNIST"}, {"model", "mnist_cnn"},      {"optimizer", "adam"},   {"steps", 40},
          {"torch", "1.13.1"},  {"device_name", "AMD EPYC"}, {"threads", 1},          {"backend", "gloo"}};
}

Settings with(const std::string& name, Value value) {
  auto changed = conditions();
  set(changed, name, std::move(value));
  return changed;
}

TEST(Comparability, FindsNothingBetweenEqualRunsTwoKindsOfDevicesOrInThroughput) {
  EXPECT_THAT(differences(Scaling::strong, conditions(), conditions()), IsEmpty());
  auto gpu = with("device", "gpu");
  set(gpu, "device_name", "NVIDIA H100");
  set(gpu, "backend", "nccl");
  EXPECT_THAT(differences(Scaling::strong, conditions(), gpu), IsEmpty());
  EXPECT_THAT(differences(Scaling::throughput, conditions(), with("precision", "bf16")), IsEmpty());
  EXPECT_THAT(missing_conditions(Scaling::throughput, {}), IsEmpty());
}

TEST(Comparability, HoldsTheGlobalBatchOfStrongScalingAndARanksOfWeak) {
  const auto other_global = with("global_batch", 1024);
  const auto other_per_rank = with("per_rank_batch", 128);
  EXPECT_THAT(differences(Scaling::strong, conditions(), other_global),
              ElementsAre(Difference{"global_batch", "512", "1024", Consequence::no_figure}));
  EXPECT_THAT(differences(Scaling::weak, conditions(), other_global), IsEmpty());
  EXPECT_THAT(differences(Scaling::weak, conditions(), other_per_rank),
              ElementsAre(Difference{"per_rank_batch", "256", "128", Consequence::no_figure}));
  EXPECT_THAT(differences(Scaling::strong, conditions(), other_per_rank), IsEmpty());
}

TEST(Comparability, RefusesAnotherExperimentAndStarsWhatMayMatter) {
  for (const auto* key :
       {"precision", "dataset", "model", "optimizer", "steps", "torch", "device_name", "threads"}) {
    const bool may_matter = std::set<std::string>{"steps", "torch", "device_name", "threads"}.contains(key);
    const auto found =
        differences(may_matter ? Scaling::weak : Scaling::strong, conditions(), with(key, "other"));
    ASSERT_EQ(found.size(), 1) << key;
    EXPECT_EQ(found[0].consequence, may_matter ? Consequence::star : Consequence::no_figure) << key;
    EXPECT_EQ(forbid_speedup(found), !may_matter) << key;
  }
}

TEST(Comparability, ExpectsOtherStepsOfRunsThatTrainForTheSameSeconds) {
  auto baseline = conditions();
  auto here = with("steps", 60);
  set(baseline, "seconds", 20);
  set(here, "seconds", 20);
  EXPECT_THAT(differences(Scaling::strong, baseline, here), IsEmpty());
  set(here, "seconds", 10);
  EXPECT_THAT(differences(Scaling::strong, baseline, here),
              ElementsAre(Difference{"steps", "40", "60", Consequence::star}));
}

/// Three epochs of 1000 samples: so many steps of such a batch of all ranks.
Settings three_epochs(int steps, int global_batch) {
  auto run = conditions();
  set(run, "epochs", 3);
  set(run, "steps", steps);
  set(run, "global_batch", global_batch);
  return run;
}

// In an epoch 15 steps of 64 and 7 of 128 leave out what is short.
TEST(Comparability, ExpectsTheStepsThatFollowFromTheEpochsOfWeakScaling) {
  const auto baseline = three_epochs(48, 64);
  for (const auto& here : {three_epochs(24, 128), three_epochs(21, 128), three_epochs(3, 1024)})
    EXPECT_THAT(differences(Scaling::weak, baseline, here), IsEmpty());
  EXPECT_THAT(differences(Scaling::weak, baseline, three_epochs(12, 128)),
              ElementsAre(Difference{"steps", "48 (3072 samples)", "12 (1536 samples)", Consequence::star}));
}

TEST(Comparability, ExpectsAStepMoreOrLessInAnEpochOfStrongScaling) {
  const auto baseline = three_epochs(45, 64);
  EXPECT_THAT(differences(Scaling::strong, baseline, three_epochs(48, 64)), IsEmpty());
  EXPECT_THAT(differences(Scaling::strong, baseline, three_epochs(49, 64)),
              ElementsAre(Difference{"steps", "45", "49", Consequence::star}));
  EXPECT_THAT(differences(Scaling::strong, with("steps", 45), with("steps", 46)),
              ElementsAre(Difference{"steps", "45", "46", Consequence::star}))
      << "nothing says that these are epochs";
}

TEST(Comparability, KnowsTheSamplesOfARunByItsStepsOrByWhatIsSaid) {
  EXPECT_TRUE(have_same_samples({{"samples", 120'000}}, {{"samples", 120'000}}));
  EXPECT_FALSE(have_same_samples({{"samples", 120'000}}, {{"samples", 120'001}})) << "no steps, no rounding";
  EXPECT_TRUE(have_same_samples({{"samples", 3072}}, {{"steps", 24}, {"global_batch", 128}}));
  EXPECT_FALSE(have_same_samples(three_epochs(2, 64), three_epochs(2, 128))) << "each rank does as much";
  EXPECT_FALSE(have_same_samples({{"steps", 24}}, {{"steps", 24}}));
}

TEST(Comparability, NotesAnotherBackendButNotTheOneThatASingleRankDoesNotNeed) {
  EXPECT_THAT(differences(Scaling::strong, conditions(), with("backend", "mpi")),
              ElementsAre(Difference{"backend", "gloo", "mpi", Consequence::note}));
  EXPECT_THAT(differences(Scaling::strong, with("backend", "none"), conditions()), IsEmpty());
}

TEST(Comparability, NamesWhatIsNotSaid) {
  EXPECT_THAT(missing_conditions(Scaling::strong, conditions()), IsEmpty());
  EXPECT_THAT(missing_conditions(Scaling::weak, {{"precision", "fp32"}}),
              ElementsAre("per_rank_batch", "dataset", "model", "optimizer", "steps", "torch", "device_name",
                          "threads"));
  EXPECT_THAT(differences(Scaling::strong, {}, conditions()), IsEmpty());
}

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
  EXPECT_EQ(work(rate("ns/day"), Scaling::strong), "1") << "nobody but a person knows its direction";
  EXPECT_EQ(work(time("hours/ns"), Scaling::strong), "1");
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
  for (const auto& unknown :
       {Settings{}, kBatches, Settings{{"samples", "all"}}, Settings{{"samples", std::int64_t{0}}}})
    EXPECT_EQ(work(time("s"), Scaling::weak, unknown), kNoSamples);
  EXPECT_EQ(work(time("s"), Scaling::throughput, {{"steps", std::int64_t{40}}}), kNoSamples);
}

TEST(Work, OfOneRankOrNodeStandsForAll) {
  EXPECT_EQ(work(rate("tokens/s/GPU"), Scaling::strong), "4");
  EXPECT_EQ(work(rate("tokens/s/node"), Scaling::weak), "2");
  EXPECT_EQ(work(rate("it/s/GPU"), Scaling::weak), "16");
  EXPECT_EQ(work(time("ms/step/GPU"), Scaling::strong), "1");
  EXPECT_EQ(work(rate("ns per day per GPU"), Scaling::strong), "4");
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

#include "analysis/scaling/comparability.hpp"

#include <gmock/gmock.h>

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

TEST(Comparability, FindsNothingBetweenEqualRuns) {
  EXPECT_THAT(differences(Scaling::strong, conditions(), conditions()), IsEmpty());
}

TEST(Comparability, HoldsTheGlobalBatchOfStrongScalingAndARanksOfWeak) {
  const auto other_global = with("global_batch", 1024);
  const auto other_per_rank = with("per_rank_batch", 128);
  EXPECT_THAT(differences(Scaling::strong, conditions(), other_global),
              ElementsAre(Difference{"global_batch", "512", "1024", Consequence::no_speedup}));
  EXPECT_THAT(differences(Scaling::weak, conditions(), other_global), IsEmpty());
  EXPECT_THAT(differences(Scaling::weak, conditions(), other_per_rank),
              ElementsAre(Difference{"per_rank_batch", "256", "128", Consequence::no_speedup}));
  EXPECT_THAT(differences(Scaling::strong, conditions(), other_per_rank), IsEmpty());
}

TEST(Comparability, RefusesAnotherExperiment) {
  for (const auto* key : {"precision", "dataset", "model", "optimizer"}) {
    const auto found = differences(Scaling::strong, conditions(), with(key, "other"));
    ASSERT_EQ(found.size(), 1) << key;
    EXPECT_EQ(found[0].consequence, Consequence::no_speedup) << key;
    EXPECT_TRUE(forbid_speedup(found)) << key;
  }
}

TEST(Comparability, StarsWhatMayMatter) {
  for (const auto* key : {"steps", "torch", "device_name", "threads"}) {
    const auto found = differences(Scaling::weak, conditions(), with(key, "other"));
    ASSERT_EQ(found.size(), 1) << key;
    EXPECT_EQ(found[0].consequence, Consequence::starred) << key;
    EXPECT_FALSE(forbid_speedup(found)) << key;
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
              ElementsAre(Difference{"steps", "40", "60", Consequence::starred}));
}

TEST(Comparability, NotesAnotherBackendButNotTheOneThatASingleRankDoesNotNeed) {
  EXPECT_THAT(differences(Scaling::strong, conditions(), with("backend", "mpi")),
              ElementsAre(Difference{"backend", "gloo", "mpi", Consequence::noted}));
  EXPECT_THAT(differences(Scaling::strong, with("backend", "none"), conditions()), IsEmpty());
}

TEST(Comparability, DoesNotComparePropertiesOfDevicesOfTwoKinds) {
  auto gpu = with("device", "gpu");
  set(gpu, "device_name", "NVIDIA H100");
  set(gpu, "backend", "nccl");
  EXPECT_THAT(differences(Scaling::strong, conditions(), gpu), IsEmpty());
}

TEST(Comparability, HoldsNothingEqualForThroughput) {
  EXPECT_THAT(differences(Scaling::throughput, conditions(), with("precision", "bf16")), IsEmpty());
  EXPECT_THAT(missing_conditions(Scaling::throughput, {}), IsEmpty());
}

TEST(Comparability, NamesWhatIsNotSaid) {
  EXPECT_THAT(missing_conditions(Scaling::strong, conditions()), IsEmpty());
  EXPECT_THAT(missing_conditions(Scaling::weak, {{"precision", "fp32"}}),
              ElementsAre("per_rank_batch", "dataset", "model", "optimizer", "steps", "torch", "device_name",
                          "threads"));
  EXPECT_THAT(differences(Scaling::strong, {}, conditions()), IsEmpty());
}

}  // namespace
}  // namespace scalegen

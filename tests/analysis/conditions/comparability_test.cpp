#include "analysis/conditions/comparability.hpp"

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
              ElementsAre(Difference{"global_batch", "512", "1024", Consequence::no_figure}));
  EXPECT_THAT(differences(Scaling::weak, conditions(), other_global), IsEmpty());
  EXPECT_THAT(differences(Scaling::weak, conditions(), other_per_rank),
              ElementsAre(Difference{"per_rank_batch", "256", "128", Consequence::no_figure}));
  EXPECT_THAT(differences(Scaling::strong, conditions(), other_per_rank), IsEmpty());
}

TEST(Comparability, RefusesAnotherExperiment) {
  for (const auto* key : {"precision", "dataset", "model", "optimizer"}) {
    const auto found = differences(Scaling::strong, conditions(), with(key, "other"));
    ASSERT_EQ(found.size(), 1) << key;
    EXPECT_EQ(found[0].consequence, Consequence::no_figure) << key;
    EXPECT_TRUE(forbid_speedup(found)) << key;
  }
}

TEST(Comparability, StarsWhatMayMatter) {
  for (const auto* key : {"steps", "torch", "device_name", "threads"}) {
    const auto found = differences(Scaling::weak, conditions(), with(key, "other"));
    ASSERT_EQ(found.size(), 1) << key;
    EXPECT_EQ(found[0].consequence, Consequence::star) << key;
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

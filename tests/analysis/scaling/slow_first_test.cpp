#include <gmock/gmock.h>

#include "analysis/scaling/ladder.hpp"
#include "analysis/scaling/slow_first.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

LadderRung rung(int ranks, const std::vector<double>& values) {
  FurtherFigure figure{.name = "loss", .value = values.back(), .matches = std::ssize(values)};
  for (const auto value : values) figure.epochs[std::ssize(figure.epochs) + 1] = value;
  return {.shape = {.ranks = ranks}, .runs = {{.further = {figure}}}};
}

// The epochs of the second rung.
std::map<std::int64_t, double> epochs_of(const LadderRung& first, const LadderRung& second) {
  std::vector<Ladder> ladders{{.rungs = {first, second}}};
  fold_ranks(ladders, {.further = {{.name = "loss", .use = MetricUse::each_epoch}}});
  const auto& figure = ladders[0].rungs[1].runs[0].further[0];
  if (!figure.epochs.empty()) {
    EXPECT_EQ(figure.value, figure.epochs.rbegin()->second);
  }
  return figure.epochs;
}

TEST(FoldRanks, TakesTheMedianOfRanksInTurnOrOneAfterTheOtherAndNoneInAnotherOrder) {
  EXPECT_THAT(epochs_of(rung(1, {3, 2, 1}), rung(2, {3.5, 3.25, 2.5, 2.5, 1.5, 1})),
              ElementsAre(Pair(1, 3.375), Pair(2, 2.5), Pair(3, 1.25)));
  EXPECT_THAT(epochs_of(rung(1, {3, 2, 1}), rung(2, {3, 2, 1, 3, 2, 1})),
              ElementsAre(Pair(1, 3), Pair(2, 2), Pair(3, 1)));
  EXPECT_THAT(epochs_of(rung(1, {3, 2, 1}), rung(2, {3, 2, 3, 1, 2, 1})), IsEmpty());
  EXPECT_THAT(epochs_of(rung(1, {3, 2, 1}), rung(2, {3, 3, 2, 2, 1, 1, 0, 0})),
              ElementsAre(Pair(1, 3), Pair(2, 2), Pair(3, 1), Pair(4, 0)));
}

TEST(FoldRanks, LeavesWhatOneRankPrints) {
  EXPECT_EQ(epochs_of(rung(1, {3, 2, 1, 1}), rung(2, {3, 2, 1, 1})).size(), 4U);
  EXPECT_EQ(epochs_of(rung(1, {3, 2, 1}), rung(2, {3, 2, 1, 1})).size(), 4U) << "it only stopped later";
  EXPECT_EQ(epochs_of(rung(2, {3, 3, 1, 1}), rung(2, {3, 3, 1, 1})).size(), 4U) << "nothing tells";
}

// Runs of one rung, each a minute after the one before.
std::vector<Measurement> runs_with(const std::vector<double>& values) {
  std::vector<Measurement> runs;
  for (const auto value : values) {
    const auto round = static_cast<int>(runs.size()) + 1;
    runs.push_back(
        {.run = "1cpu-r" + std::to_string(round), .round = round, .value = value, .begun = 60.0 * round});
  }
  return runs;
}

std::optional<SlowFirst> of_times(const std::vector<double>& values) {
  return slow_first(runs_with(values), Quantity::time);
}

TEST(SlowFirst, IsFarSlowerThanEachOfTheOthersAndOfTwoStillMore) {
  EXPECT_EQ(of_times({62.8, 10.9, 10.2}), (SlowFirst{"1cpu-r1", 62.8, 10.9}));
  EXPECT_EQ(of_times({21.9, 10.9, 10.2}), (SlowFirst{"1cpu-r1", 21.9, 10.9}));
  EXPECT_EQ(of_times({21.7, 10.9, 10.2}), std::nullopt);
  EXPECT_EQ(of_times({62.8, 10.9, 40}), std::nullopt) << "another is slow, too";
  EXPECT_EQ(of_times({10.9, 62.8, 10.2}), std::nullopt) << "it was not the first";
  EXPECT_EQ(of_times({32.8, 10.9}), (SlowFirst{"1cpu-r1", 32.8, 10.9}));
  EXPECT_EQ(of_times({32.6, 10.9}), std::nullopt);
  EXPECT_EQ(of_times({62.8}), std::nullopt);
  const auto runs = runs_with({17, 98, 101});
  EXPECT_EQ(slow_first(runs, Quantity::rate), (SlowFirst{"1cpu-r1", 17, 98}));
  EXPECT_EQ(slow_first(runs, Quantity::time), std::nullopt);
}

TEST(SlowFirst, IsTheOneThatBeganFirst) {
  auto runs = runs_with({10.9, 62.8, 10.2});
  runs[1].begun = 1;
  EXPECT_EQ(slow_first(runs, Quantity::time), (SlowFirst{"1cpu-r2", 62.8, 10.9}));
  runs[0].begun = 1;
  EXPECT_EQ(slow_first(runs, Quantity::time), std::nullopt) << "two began at once";
  for (auto& run : runs) run.begun.reset();
  EXPECT_EQ(slow_first(runs, Quantity::time), std::nullopt) << "a table says nothing of it";
}

TEST(SlowFirst, IsNoneWhereAStartAloneScattersAsMuch) {
  auto runs = runs_with({1.2, 0.3, 0.3});
  EXPECT_NE(slow_first(runs, Quantity::time), std::nullopt);
  for (auto& run : runs) run.source = MetricSource::wall_time;
  EXPECT_EQ(slow_first(runs, Quantity::time), std::nullopt);
  runs[0].value = 1.4;
  EXPECT_NE(slow_first(runs, Quantity::time), std::nullopt);
}

TEST(SlowFirst, ThatIsPutAsideStaysTheFirst) {
  auto runs = runs_with({10.8, 30, 10.2});
  runs[0].put_aside = runs_with({62.8});
  runs[0].begun = 1000;
  EXPECT_EQ(slow_first(runs, Quantity::time), (SlowFirst{"1cpu-r1", 62.8, 30, true, 10.8, false}));
  runs[0].value = 61.7;
  EXPECT_EQ(slow_first(runs, Quantity::time), (SlowFirst{"1cpu-r1", 62.8, 30, true, 61.7, true}));
  runs[0].value.reset();
  EXPECT_EQ(slow_first(runs, Quantity::time), (SlowFirst{"1cpu-r1", 62.8, 30, true, std::nullopt, false}));
}

TEST(SlowFirst, NamesTheCheckpointThatItLeftAndIsNoneWhereTheOthersGoOnWithIt) {
  auto runs = runs_with({62.8, 10.9, 10.2});
  runs.front().folder.made = {"train.log", "data/mnist.pt", "ckpt/last.pt"};
  EXPECT_EQ(slow_first(runs, Quantity::time)->state, "ckpt/last.pt");
  runs.front().folder.made = {"train.log", "data/mnist.pt"};
  EXPECT_EQ(slow_first(runs, Quantity::time)->state, "");
  runs.back().resumption = Resumption{.line = "Resuming at epoch 9"};
  EXPECT_EQ(slow_first(runs, Quantity::time), std::nullopt);
}

}  // namespace
}  // namespace scalegen

#include "analysis/scaling/ladder.hpp"

#include <gmock/gmock.h>

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

TEST(FoldRanks, TakesTheMedianOfRanksThatPrintInTurn) {
  EXPECT_THAT(epochs_of(rung(1, {3, 2, 1}), rung(2, {3.5, 3.25, 2.5, 2.5, 1.5, 1})),
              ElementsAre(Pair(1, 3.375), Pair(2, 2.5), Pair(3, 1.25)));
}

TEST(FoldRanks, FindsRanksWhoseBuffersArriveOneAfterTheOther) {
  EXPECT_THAT(epochs_of(rung(1, {3, 2, 1}), rung(2, {3, 2, 1, 3, 2, 1})),
              ElementsAre(Pair(1, 3), Pair(2, 2), Pair(3, 1)));
}

TEST(FoldRanks, LeavesNoEpochsWhereNoOrderIsRight) {
  EXPECT_THAT(epochs_of(rung(1, {3, 2, 1}), rung(2, {3, 2, 3, 1, 2, 1})), IsEmpty());
}

TEST(FoldRanks, HoldsIfRunsStopEarly) {
  EXPECT_THAT(epochs_of(rung(1, {3, 2, 1}), rung(2, {3, 3, 2, 2, 1, 1, 0, 0})),
              ElementsAre(Pair(1, 3), Pair(2, 2), Pair(3, 1), Pair(4, 0)));
}

TEST(FoldRanks, LeavesWhatOneRankPrints) {
  EXPECT_EQ(epochs_of(rung(1, {3, 2, 1, 1}), rung(2, {3, 2, 1, 1})).size(), 4U);
  EXPECT_EQ(epochs_of(rung(1, {3, 2, 1}), rung(2, {3, 2, 1, 1})).size(), 4U) << "it only stopped later";
  EXPECT_EQ(epochs_of(rung(2, {3, 3, 1, 1}), rung(2, {3, 3, 1, 1})).size(), 4U) << "nothing tells";
}

}  // namespace
}  // namespace scalegen

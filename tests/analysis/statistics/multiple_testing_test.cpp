#include "analysis/statistics/multiple_testing.hpp"

#include <gmock/gmock.h>

#include "analysis/statistics/intervals.hpp"

namespace scalegen::stats {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

TEST(Holm, MultipliesTheSmallestByTheNumberOfClaimsAndNeverTurnsTheOrder) {
  EXPECT_THAT(holm({0.01, 0.04, 0.03, 0.005}),
              ElementsAre(DoubleEq(0.03), DoubleEq(0.06), DoubleEq(0.06), DoubleEq(0.02)));
}

TEST(Holm, NeverExceedsOne) { EXPECT_THAT(holm({0.9, 0.8}), ElementsAre(1.0, 1.0)); }

TEST(Holm, OfNoClaimsIsNothing) { EXPECT_TRUE(holm({}).empty()); }

TEST(Holm, LeavesAnEqualShareToTheClaimsThatDoNotHold) {
  EXPECT_DOUBLE_EQ(first_open_tail({0.01, 0.2, 0.05, 0.04}), 0.025);
  EXPECT_DOUBLE_EQ(first_open_tail({0.01}), 0.05);
  EXPECT_DOUBLE_EQ(first_open_tail({}), 0.05);
}

// 2 / C(12, 6) is 0.0022.
TEST(RoundsForRanks, AreThoseWhoseLeastProbabilityIsBelowTheTail) {
  EXPECT_EQ(rounds_for_ranks(0.05), 6);
  EXPECT_EQ(rounds_for_ranks(0.05 / 24), 7);
}

TEST(PValue, MakesNoClaimWhereThePrintedIntervalHoldsTheValue) {
  const LogTimes y{{0.0, 0.01, -0.01}, {-0.69, -0.70, -0.68}};
  const Sample sample{.y = y, .noise = noise_of(y)};
  const auto ratio = ratio_of(sample, 0, 1);
  EXPECT_EQ(p_value(sample, 0, 1, ratio, 2.0), 1.0);
  EXPECT_LT(p_value(sample, 0, 1, ratio, 1.0), 0.01);
}

TEST(PValue, MakesNoClaimWithoutAnInterval) {
  const Sample sample{.y = {{0.0}, {-0.69}}};
  EXPECT_EQ(p_value(sample, 0, 1, ratio_of(sample, 0, 1), 1.0), 1.0);
}

// Six rounds of two rungs give a rank interval even if times do not scatter; a t test would divide by zero.
TEST(PValue, MakesNoClaimWithoutNoise) {
  const Sample sample{.y = {LogTimeColumn(6, 0.0), LogTimeColumn(6, -0.5)}};
  const auto ratio = ratio_of(sample, 0, 1);
  ASSERT_TRUE(ratio && ratio->interval);
  EXPECT_EQ(p_value(sample, 0, 1, ratio, 1.0), 1.0);
}

TEST(RoundsNeeded, FallWithTheMarginAndEndAtTheMost) {
  const Noise noise{.sd = 0.02, .df = 8};
  EXPECT_EQ(rounds_needed(noise, 5, 0.10, 0.05), 2);
  EXPECT_EQ(rounds_needed(noise, 5, 0.05, 0.05), 5);
  EXPECT_EQ(rounds_needed(noise, 5, 0.05, 0.05 / 8), 9);
  EXPECT_EQ(rounds_needed(noise, 5, 0.0001, 0.05), kMaxRounds);
}

}  // namespace
}  // namespace scalegen::stats

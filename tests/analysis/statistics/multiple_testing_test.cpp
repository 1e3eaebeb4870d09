#include "analysis/statistics/multiple_testing.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "analysis/statistics/intervals.hpp"
#include "analysis/statistics/stopping.hpp"

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

// The differences are 0.69, 0.71 and 0.67: t is -0.273 against log 2, with two degrees of freedom.
TEST(PValue, IsThatOfTheTestAlsoWhereThePrintedIntervalHoldsTheValue) {
  const LogTimes y{{0.0, 0.01, -0.01}, {-0.69, -0.70, -0.68}};
  const Sample sample{.y = y, .noise = noise_of(y)};
  EXPECT_NEAR(p_value(sample, 0, 1, 2.0), 0.8104, 1e-3);
  EXPECT_LT(p_value(sample, 0, 1, 1.0), 0.01);
}

TEST(PValue, MakesNoClaimWithoutAnInterval) { EXPECT_EQ(p_value({.y = {{0.0}, {-0.69}}}, 0, 1, 1.0), 1.0); }

// A t test of values that do not scatter would divide by zero.
TEST(PValue, MakesNoClaimWithoutNoise) {
  const Sample sample{.y = {LogTimeColumn(6, 0.0), LogTimeColumn(6, -0.5)}};
  EXPECT_EQ(p_value(sample, 0, 1, 1.0), 1.0);
}

// 20, 45 and 30 s beside quiet rungs: the logarithms of the ratios have a mean of 1.2045 and a standard
// deviation of 0.405.
const LogTimes kNoisyRung{{4.605, 4.606, 4.604}, {3.951, 3.953, 3.952}, {2.996, 3.807, 3.401}};

TEST(PValue, OfARungThatIsLeftOutOfThePoolIsTheLargerOne) {
  const Sample sample{.y = kNoisyRung, .noise = noise_of(kNoisyRung)};
  ASSERT_EQ(sample.noise->rungs, (std::vector<std::size_t>{0, 1}));
  const double t = 1.2037 / (0.4055 / std::sqrt(3));
  EXPECT_NEAR(p_value(sample, 0, 2, 1.0), 1 - t / std::sqrt(2 + t * t), 1e-3) << "two degrees of freedom";
}

TEST(Interval, OfARungThatIsLeftOutOfThePoolIsItsOwnAt95Percent) {
  const Sample sample{.y = kNoisyRung, .noise = noise_of(kNoisyRung)};
  const auto interval = ratio_of(sample, 0, 2)->interval.value();
  EXPECT_NEAR(std::log(interval.high / interval.low) / 2, 4.303 * 0.4050 / std::sqrt(3), 1e-3);
  EXPECT_NEAR(cautious(interval).low, interval.low, 1e-12);
}

// 4.30 standard errors at 97.5 % of two degrees of freedom, 6.21 at 98.75 %.
TEST(Claim, NeedsToBeToldByItsOwnRounds) {
  const LogTimes y{{0.02, 0.0, -0.02}, {-0.05, -0.05, -0.05}, {0.0, 0.001, 0.0}, {0.001, 0.0, 0.0}};
  const Sample sample{.y = y, .noise = noise_of(y)};
  const auto printed = *ratio_of(sample, 0, 1)->interval;
  EXPECT_FALSE(is_told_from(1, sample, 0, 1, printed)) << "4.33 standard errors";
  EXPECT_TRUE(is_told_from(0.97, sample, 0, 1, printed)) << "6.97 standard errors";
  EXPECT_FALSE(is_told_from(std::exp(0.05), sample, 0, 1, printed));
}

// For a power of 80 % by the normal distribution 2 x (0.02 x 2.80 / 0.05)^2 = 2.5 rounds; the t distribution
// needs more.
TEST(RoundsNeeded, FallWithTheMarginAndEndAtTheMost) {
  const auto needed = [](double margin, double tail) {
    return rounds_needed(outlook_of_ratio({.sd = 0.02, .df = 8}, Rounds::paired), margin, tail, tail);
  };
  EXPECT_EQ(needed(0.10, 0.05), 3);
  EXPECT_EQ(needed(0.05, 0.05), 5);
  EXPECT_EQ(needed(0.05, 0.05 / 8), 7);
  EXPECT_EQ(needed(0.0001, 0.05), kMaxRounds);
}

}  // namespace
}  // namespace scalegen::stats

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <random>

#include "analysis/statistics/intervals.hpp"
#include "analysis/statistics/multiple_testing.hpp"
#include "analysis/statistics/outlook.hpp"

namespace scalegen::stats {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

// Intervals have their stated coverage over seeded sweeps. The draws come from mt19937 and the Box-Muller
// transform, so every standard library gives the same sweeps and the same counts.

class Draws {
 public:
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  double uniform() { return (static_cast<double>(engine_()) + 1) / 4294967297.0; }
  std::mt19937 engine_{20261121};
};

LogTimes sweep(Draws& draws, std::size_t rungs, std::size_t rounds, double round_sd,
               double first_rung_times = 1) {
  LogTimes y(rungs, LogTimeColumn(rounds));
  for (std::size_t round = 0; round < rounds; ++round) {
    const double shift = round_sd * draws.normal();
    for (std::size_t k = 0; k < rungs; ++k)
      y[k][round] = shift + 0.02 * (k == 0 ? first_rung_times : 1) * draws.normal();
  }
  return y;
}

double coverage(std::size_t rounds, double round_sd, double first_rung_times = 1) {
  constexpr int kSweeps = 4000;
  Draws draws;
  int held = 0;
  for (int i = 0; i < kSweeps; ++i) {
    const auto y = sweep(draws, 5, rounds, round_sd, first_rung_times);
    const auto ratio = ratio_of({.y = y, .noise = noise_of(y)}, 0, 3);
    held += ratio->interval->low <= 1 && 1 <= ratio->interval->high ? 1 : 0;
  }
  return static_cast<double>(held) / kSweeps;
}

TEST(Coverage, OfThreeRoundsIsAboutTheStated95Percent) { EXPECT_NEAR(coverage(3, 0), 0.963, 0.008); }

TEST(Coverage, OfThreeRoundsSurvivesADriftBetweenRounds) { EXPECT_NEAR(coverage(3, 0.05), 0.961, 0.008); }

TEST(Coverage, OfThreeRoundsStaysAbove90PercentWhereOneRungIsFiveTimesNoisier) {
  const double held = coverage(3, 0, 5);
  EXPECT_NEAR(held, 0.926, 0.012);
}

TEST(Coverage, OfSixRoundsIsAboutTheExactCoverageOfRanks) { EXPECT_NEAR(coverage(6, 0), 0.959, 0.012); }

TEST(Holm, MultipliesTheSmallestByTheNumberOfClaimsAndNeverTurnsTheOrder) {
  EXPECT_THAT(holm({0.01, 0.04, 0.03, 0.005}),
              ElementsAre(DoubleEq(0.03), DoubleEq(0.06), DoubleEq(0.06), DoubleEq(0.02)));
  EXPECT_THAT(holm({0.9, 0.8}), ElementsAre(1.0, 1.0));
  EXPECT_TRUE(holm({}).empty());
}

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

TEST(PValue, MakesNoClaimWithoutAnIntervalOrNoise) {
  EXPECT_EQ(p_value({.y = {{0.0}, {-0.69}}}, 0, 1, 1.0), 1.0);
  // A t test of values that do not scatter would divide by zero.
  const Sample sample{.y = {LogTimeColumn(6, 0.0), LogTimeColumn(6, -0.5)}};
  EXPECT_EQ(p_value(sample, 0, 1, 1.0), 1.0);
}

// 20, 45 and 30 s beside quiet rungs: the logarithms of the ratios have a mean of 1.2045 and a standard
// deviation of 0.405.
const LogTimes kNoisyRung{{4.605, 4.606, 4.604}, {3.951, 3.953, 3.952}, {2.996, 3.807, 3.401}};

TEST(PValue, OfARungThatIsLeftOutOfThePoolIsTheLargerOneAndItsIntervalItsOwn) {
  const Sample sample{.y = kNoisyRung, .noise = noise_of(kNoisyRung)};
  ASSERT_EQ(sample.noise->rungs, (std::vector<std::size_t>{0, 1}));
  const double t = 1.2037 / (0.4055 / std::sqrt(3));
  EXPECT_NEAR(p_value(sample, 0, 2, 1.0), 1 - t / std::sqrt(2 + t * t), 1e-3) << "two degrees of freedom";
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

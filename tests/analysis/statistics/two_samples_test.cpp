#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "analysis/statistics/rank_tests.hpp"
#include "analysis/statistics/two_samples.hpp"
#include "bench/coverage/two_sweeps.hpp"

namespace scalegen::stats {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

std::vector<double> all_of(const NullDistribution& distribution, std::size_t largest) {
  std::vector<double> cumulated;
  for (std::size_t u = 0; u <= largest; ++u) cumulated.push_back(distribution.up_to(u));
  return cumulated;
}

TEST(RankSumDistribution, CountsAllOrdersOfTwoPairs) {
  // 6 ways to choose 2 of 4: U is 0, 1, 2, 2, 3, 4.
  EXPECT_THAT(all_of(rank_sum_distribution(2), 4),
              ElementsAre(DoubleNear(1 / 6.0, 1e-15), DoubleNear(2 / 6.0, 1e-15), DoubleNear(4 / 6.0, 1e-15),
                          DoubleNear(5 / 6.0, 1e-15), DoubleNear(1, 1e-15)));
}

TEST(SignedRankDistribution, CountsAllSignsOfTwoValues) {
  EXPECT_THAT(all_of(signed_rank_distribution(2), 3), ElementsAre(0.25, 0.5, 0.75, 1.0));
}

TEST(NullDistribution, HasTheSmallestValueThatReachesAProbabilityAsQuantile) {
  const auto signs = signed_rank_distribution(2);
  EXPECT_EQ(signs.quantile(0.25), 0);
  EXPECT_EQ(signs.quantile(0.26), 1);
  EXPECT_EQ(signs.quantile(1), 3);
}

// Interpolates if the position, in standard deviations below the mean, is not an integer.
double tail_at(const NullDistribution& distribution, double mean, double variance) {
  const double u = mean - 1.96 * std::sqrt(variance);
  const auto below = static_cast<std::size_t>(u);
  const double share = u - std::floor(u);
  return (1 - share) * distribution.up_to(below) + share * distribution.up_to(below + 1);
}

TEST(RankSumDistribution, GoesOverIntoTheNormalOneWithoutAJump) {
  const auto tail = [](std::size_t n) {
    const auto size = static_cast<double>(n);
    return tail_at(rank_sum_distribution(n), size * size / 2, size * size * (2 * size + 1) / 12);
  };
  EXPECT_NEAR(tail(kMaxExact), tail(kMaxExact + 1), 2e-4);
}

TEST(SignedRankDistribution, GoesOverIntoTheNormalOneWithoutAJump) {
  const auto tail = [](std::size_t n) {
    const auto size = static_cast<double>(n);
    return tail_at(signed_rank_distribution(n), size * (size + 1) / 4,
                   size * (size + 1) * (2 * size + 1) / 24);
  };
  EXPECT_NEAR(tail(kMaxExact), tail(kMaxExact + 1), 4e-4);
}

std::vector<double> logs_of(std::vector<double> values) {
  for (auto& value : values) value = std::log(value);
  return values;
}

const auto kThree = logs_of({99, 100, 101});
const auto kFour = logs_of({103, 104, 105, 106});
const auto kSix = logs_of({1.0, 1.1, 1.2, 1.3, 1.4, 1.5});
const auto kEight = logs_of({1.25, 1.35, 1.45, 1.55, 1.65, 1.75, 1.85, 1.95});

// The differences of logarithms have a standard error of 0.8456 %, with 4.91 degrees of freedom.
TEST(TwoSamples, OfFewValuesHaveWelchsInterval) {
  const auto ratio = ratio_of_independent(kThree, kFour);
  EXPECT_NEAR(ratio.centre, std::cbrt(99.0 * 100 * 101) / std::pow(103.0 * 104 * 105 * 106, 0.25), 1e-12);
  ASSERT_TRUE(ratio.interval);
  EXPECT_NEAR(ratio.interval->low, 0.93627237, 1e-6);
  EXPECT_NEAR(ratio.interval->high, 0.97810612, 1e-6);
  EXPECT_EQ(ratio.interval->coverage, 0.95);
  EXPECT_NEAR(p_of_independent(kThree, kFour), 0.0036461367, 1e-8);
}

// In 6 of 48 pairs the first is larger; of the 3003 ways to draw 6 of 14 ranks 30 have no more.
TEST(TwoSamples, OfSixValuesEachHaveRankIntervals) {
  const auto ratio = ratio_of_independent(kSix, kEight);
  ASSERT_TRUE(ratio.interval);
  EXPECT_LT(ratio.interval->high, 1);
  EXPECT_GT(ratio.interval->coverage, 0.95);
  EXPECT_LT(ratio.interval->coverage, 0.97);
  EXPECT_NEAR(p_of_independent(kSix, kEight), 2.0 * 30 / 3003, 1e-9);
}

TEST(TwoSamples, CountRanksOfUnequalSizes) {
  // Each choice of 2 of 5 places for the first sample: U is the sum of its ranks less 3.
  std::vector<int> count(7);
  for (int i = 1; i <= 5; ++i)
    for (int j = i + 1; j <= 5; ++j) ++count.at(static_cast<std::size_t>(i + j - 3));
  int sum = 0;
  for (std::size_t u = 0; u < count.size(); ++u) {
    sum += count[u];
    EXPECT_NEAR(rank_sum_distribution(2, 3).up_to(u), sum / 10.0, 1e-12) << u;
    EXPECT_NEAR(rank_sum_distribution(3, 2).up_to(u), sum / 10.0, 1e-12) << u;
  }
  EXPECT_NEAR(rank_sum_distribution(60, 40).up_to(1200), 0.5, 0.01);
}

TEST(TwoSamples, OfOneValueHaveNone) {
  EXPECT_EQ(ratio_of_independent(logs_of({2}), logs_of({1, 1.1})).interval, std::nullopt);
  EXPECT_EQ(p_of_independent(logs_of({2}), logs_of({1})), 1);
  EXPECT_EQ(interval_of_independent(logs_of({5, 5, 5}), logs_of({4, 4}), 0.05), std::nullopt);
  EXPECT_EQ(p_of_independent(logs_of({5, 5, 5}), logs_of({4, 4})), 1);
}

// One side that does not scatter is no reason to trust the other more.
TEST(TwoSamples, MayHaveOneWithoutScatter) {
  const auto ratio = ratio_of_independent(logs_of({5, 5, 5}), logs_of({4, 4.1, 4.2}));
  ASSERT_TRUE(ratio.interval);
  EXPECT_LT(ratio.interval->low, 5 / 4.2);
  EXPECT_GT(ratio.interval->high, 5 / 4.0);
}

void expect_inverse(const Estimate& one, const Estimate& other) {
  EXPECT_DOUBLE_EQ(one.centre, 1 / other.centre);
  EXPECT_DOUBLE_EQ(one.interval->low, 1 / other.interval->high);
  EXPECT_DOUBLE_EQ(one.interval->high, 1 / other.interval->low);
  EXPECT_EQ(one.interval->coverage, other.interval->coverage);
}

TEST(TwoSamples, SwappedInvertTheRatio) {
  expect_inverse(ratio_of_independent(kThree, kFour), ratio_of_independent(kFour, kThree));
  expect_inverse(ratio_of_independent(kSix, kEight), ratio_of_independent(kEight, kSix));
  EXPECT_DOUBLE_EQ(p_of_independent(kThree, kFour), p_of_independent(kFour, kThree));
  EXPECT_DOUBLE_EQ(p_of_independent(kSix, kEight), p_of_independent(kEight, kSix));
}

TEST(TwoSamples, HaveNoRankIntervalAtALevelThatSoFewCannotReach) {
  EXPECT_EQ(interval_of_independent(kSix, kSix, 0.001), std::nullopt);
  EXPECT_TRUE(interval_of_independent(kSix, kSix, 0.01));
}

// Logarithms reach 0.03 and 0.04 from their centres: 0.05 together.
TEST(TwoSamples, RatiosOfEstimatesAddTheirReachesInSquares) {
  const auto around = [](double centre, double reach, double coverage) {
    return Estimate{centre, Interval{centre * std::exp(-reach), centre * std::exp(reach), coverage}};
  };
  const auto ratio = ratio_of_estimates(around(6, 0.03, 0.95), around(3, 0.04, 0.90));
  EXPECT_DOUBLE_EQ(ratio.centre, 2);
  EXPECT_NEAR(ratio.interval->low, 2 * std::exp(-0.05), 1e-12);
  EXPECT_NEAR(ratio.interval->high, 2 * std::exp(0.05), 1e-12);
  EXPECT_EQ(ratio.interval->coverage, 0.90);
  EXPECT_EQ(ratio_of_estimates(around(6, 0.03, 0.95), {.centre = 3}).interval, std::nullopt);
}

// A small part of bench/coverage, whose table stands in docs/statistics.md.
TEST(TwoSamples, HoldTheTrueRatioAsOftenAsStated) {
  for (const auto& model : coverage::noise_models())
    for (const int rounds : {3, 6}) {
      const auto found = coverage::simulate_two_sweeps(model, rounds, rounds, 400, 7);
      EXPECT_GT(found.of_ratios, 0.91) << model.name << ", " << rounds << " rounds";
      EXPECT_GT(found.of_speedups, 0.88) << model.name << ", " << rounds << " rounds";
    }
}

}  // namespace
}  // namespace scalegen::stats

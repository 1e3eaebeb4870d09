#include "analysis/statistics/rank_tests.hpp"

#include <gmock/gmock.h>

#include <cmath>

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

}  // namespace
}  // namespace scalegen::stats

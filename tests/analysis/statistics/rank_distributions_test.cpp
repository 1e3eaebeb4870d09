#include "analysis/statistics/rank_distributions.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace scalegen {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

TEST(RankSumDistribution, CountsAllOrdersOfTwoPairs) {
  // 6 ways to place 2 among 4: U is 0, 1, 2, 2, 3, 4.
  EXPECT_THAT(rank_sum_distribution(2),
              ElementsAre(DoubleNear(1 / 6.0, 1e-15), DoubleNear(2 / 6.0, 1e-15), DoubleNear(4 / 6.0, 1e-15),
                          DoubleNear(5 / 6.0, 1e-15), DoubleNear(1, 1e-15)));
}

TEST(SignedRankDistribution, CountsAllSignsOfTwoValues) {
  EXPECT_THAT(signed_rank_distribution(2), ElementsAre(0.25, 0.5, 0.75, 1.0));
}

// P(U <= u) that many standard deviations below the mean, u being between two whole numbers where it must.
double tail_at(const std::vector<double>& distribution, double variance, double sds) {
  const double u = static_cast<double>(distribution.size() - 1) / 2 - sds * std::sqrt(variance);
  const auto below = static_cast<std::size_t>(u);
  const double share = u - std::floor(u);
  return (1 - share) * distribution[below] + share * distribution[below + 1];
}

TEST(RankSumDistribution, GoesOverIntoTheNormalOneWithoutAJump) {
  const auto tail = [](int n) {
    return tail_at(rank_sum_distribution(n), 1.0 * n * n * (2 * n + 1) / 12, 1.96);
  };
  EXPECT_NEAR(tail(kMostExact), tail(kMostExact + 1), 2e-4);
}

TEST(SignedRankDistribution, GoesOverIntoTheNormalOneWithoutAJump) {
  const auto tail = [](int n) {
    return tail_at(signed_rank_distribution(n), 1.0 * n * (n + 1) * (2 * n + 1) / 24, 1.96);
  };
  EXPECT_NEAR(tail(kMostExact), tail(kMostExact + 1), 4e-4);
}

}  // namespace
}  // namespace scalegen

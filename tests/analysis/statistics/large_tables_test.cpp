// Methods that do not write down all pairs or a matrix agree with those that do.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/statistics/intervals.hpp"
#include "analysis/statistics/pair_values.hpp"
#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::stats {
namespace {

std::vector<double> some_values(std::size_t n, unsigned seed, double grain) {
  std::mt19937 engine(seed);
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i)
    values.push_back(std::floor((static_cast<double>(engine()) - 2e9) / grain) * grain / 4e9);
  return values;
}

void expect_same(const PairValues& pairs, std::vector<double> all) {
  std::sort(all.begin(), all.end());
  ASSERT_EQ(pairs.size(), all.size());
  for (std::size_t n = 0; n < all.size(); ++n) EXPECT_EQ(pairs.nth(n), all[n]) << n;
  EXPECT_EQ(pairs.median(), median(all));
}

TEST(PairValues, AreThoseOfAllPairsTiesIncluded) {
  for (const std::size_t n : {1U, 2U, 7U, 20U})
    for (const double grain : {1.0, 5e8}) {
      const auto a = some_values(n, 1, grain);
      const auto b = some_values(n, 2, grain);
      std::vector<double> differences;
      std::vector<double> means;
      for (std::size_t i = 0; i < n; ++i) {
        for (const double value : b) differences.push_back(a[i] - value);
        for (std::size_t j = i; j < n; ++j) means.push_back((a[i] + a[j]) / 2);
      }
      expect_same(PairValues::differences(a, b), differences);
      expect_same(PairValues::means_of_two(a), means);
    }
}

LogTimes noisy_times(std::size_t rungs, std::size_t rounds) {
  LogTimes y(rungs, LogTimeColumn(rounds));
  const auto noise = some_values(rungs * rounds, 3, 1.0);
  for (std::size_t k = 0; k < rungs; ++k)
    for (std::size_t round = 0; round < rounds; ++round)
      y[k][round] = 7 - 0.1 * static_cast<double>(k) + 0.02 * noise[k * rounds + round];
  return y;
}

std::vector<std::size_t> first(std::size_t count) {
  std::vector<std::size_t> rungs(count);
  for (std::size_t k = 0; k < count; ++k) rungs[k] = k;
  return rungs;
}

// A decomposition of the matrix of this ladder took its rounding for one more dimension, and gave 1790.
TEST(TwoWayResidual, CountsTheDegreesOfFreedomOfALargeTable) {
  EXPECT_EQ(residual_of(noisy_times(200, 10), first(200), Rounds::paired).df, 1791);
  EXPECT_EQ(residual_of(noisy_times(2, 1000), first(2), Rounds::paired).df, 999);
}

TEST(TwoWayResidual, WithoutARungIsThatOfTheOtherRungs) {
  const auto y = noisy_times(5, 4);
  for (const auto rounds : {Rounds::paired, Rounds::independent}) {
    const auto all = residual_of(y, first(5), rounds);
    const auto rest = residual_without(y, first(5), rounds, all, 2);
    const auto fitted = residual_of(y, {0, 1, 3, 4}, rounds);
    EXPECT_NEAR(rest.sum_of_squares / fitted.sum_of_squares, 1, 1e-12);
    EXPECT_EQ(rest.df, fitted.df);
    EXPECT_EQ(fitted.df, rounds == Rounds::paired ? 3 * 3 : 4 * 3);
  }
}

TEST(TwoWayResidual, OfExactTimesIsZeroEvenIfRungsMeetOnlyInAChain) {
  LogTimes y(30, LogTimeColumn(30));
  for (std::size_t k = 0; k < 30; ++k)
    for (const auto round : {k, (k + 1) % 30})
      if (round != 0 || k == 0)
        y[k][round] = 7 - 0.3 * static_cast<double>(k) + 0.1 * static_cast<double>(round);
  const auto residual = residual_of(y, first(30), Rounds::paired);
  EXPECT_EQ(residual.sum_of_squares, 0);
  EXPECT_EQ(residual.df, 0);
}

// Two separate ladders in one table: the levels of four rungs and six rounds, less one a ladder.
TEST(TwoWayResidual, CountsALevelForEachGroupOfRungsThatShareRounds) {
  auto y = noisy_times(4, 6);
  for (std::size_t k = 0; k < 4; ++k)
    for (std::size_t round = 0; round < 6; ++round)
      if ((k < 2) != (round < 3)) y[k][round].reset();
  EXPECT_EQ(residual_of(y, first(4), Rounds::paired).df, 12 - (4 + 6 - 2));
}

// Two thousand rungs are in one set of rounds and as many in another; one of each is far noisier.
TEST(Noise, OfALongTableWithGapsLeavesOutTheNoisyRungs) {
  auto y = noisy_times(4000, 4);
  for (std::size_t k = 0; k < 4000; ++k) y[k][k % 2].reset();
  y[16][1] = *y[16][1] + 3;
  y[3999][2] = *y[3999][2] - 3;
  const auto noise = noise_of(y);
  ASSERT_TRUE(noise);
  auto expected = first(3999);
  expected.erase(expected.begin() + 16);
  EXPECT_EQ(noise->rungs, expected);
  EXPECT_EQ(noise->df, 2 * 3998 - 3);
}

// As many judges rank the rounds in one order as in the other, and one cannot tell them apart.
TEST(RoundsDiffer, NotIfAllOfThousandsHaveTheSameRank) {
  LogTimes y(3, LogTimeColumn(4000));
  for (std::size_t round = 0; round < 4000; ++round) {
    y[0][round] = 0.001 * static_cast<double>(round);
    y[1][round] = 7 - 0.001 * static_cast<double>(round);
    y[2][round] = 3;
  }
  EXPECT_FALSE(rounds_differ(y));
}

TEST(ChiSquaredTail, IsOneWhereBoostOverflows) {
  for (const double value : {0.0, 1e-30, 1e-9, 0.999}) EXPECT_EQ(chi_squared_tail(4000, value), 1) << value;
  EXPECT_EQ(chi_squared_tail(100, 0.999), chi_squared_tail(100, 1.001));
  EXPECT_NEAR(chi_squared_tail(2, 2 * std::log(20.0)), 0.05, 1e-15);
  EXPECT_NEAR(chi_squared_tail(4000, 4000), 0.4970, 1e-4);
}

// Ten thousand million differences would not fit into memory.
TEST(Ratio, OfAHundredThousandRoundsHasAnInterval) {
  const auto y = noisy_times(3, 100'000);
  const auto ratio = ratio_of({.y = y, .noise = noise_of(y)}, 0, 1);
  ASSERT_TRUE(ratio && ratio->interval);
  EXPECT_NEAR(std::log(ratio->centre), 0.1, 1e-3);
  EXPECT_LT(std::log(ratio->interval->high / ratio->interval->low), 1e-3);
}

}  // namespace
}  // namespace scalegen::stats

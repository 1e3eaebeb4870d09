// Intervals have their stated coverage over seeded sweeps. The draws come from mt19937 and the Box-Muller
// transform, so every standard library gives the same sweeps and the same counts.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "analysis/statistics/intervals.hpp"

namespace scalegen::stats {
namespace {

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

}  // namespace
}  // namespace scalegen::stats

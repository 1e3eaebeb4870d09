#include "analysis/statistics/stopping.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/coverage/simulated_coverage.hpp"

namespace scalegen::stats {
namespace {

TEST(Stopping, EndsAtTheSecondNarrowRoundInARow) {
  const std::vector<std::optional<double>> widest = {std::nullopt, std::nullopt, 0.05, 0.02,
                                                     0.04,         0.03,         0.02};
  const auto after = [&](int rounds) { return widest.at(static_cast<std::size_t>(rounds)); };
  EXPECT_EQ(ending_round({.half_width = 0.03, .at_least = 3, .at_most = 12}, after), 6);
  EXPECT_EQ(ending_round({.half_width = 0.05, .at_least = 3, .at_most = 12}, after), 4);
  EXPECT_EQ(ending_round({.half_width = 0.01, .at_least = 3, .at_most = 6}, after), 6);
}

// Nothing is concluded from the look after two rounds, whose intervals state 90 %.
TEST(Stopping, BeginsToLookAfterTheLeastRounds) {
  const auto always = [](int) { return std::optional(0.0); };
  EXPECT_EQ(ending_round({.half_width = 0.03, .at_least = 3, .at_most = 12}, always), 4);
  EXPECT_EQ(ending_round({.half_width = 0.03, .at_least = 5, .at_most = 5}, always), 5);
  EXPECT_EQ(fewest_rounds({.half_width = 0.03, .at_least = 3, .at_most = 12}), 4);
  EXPECT_EQ(fewest_rounds({.half_width = 0.03, .at_least = 3, .at_most = 3}), 3);
}

// 99, 100 and 101 s beside rungs that do not scatter: t(2) at 97.5 % is 4.303, and the standard error 0.577
// %.
TEST(Stopping, TakesTheNoiseOfOtherRungsForNoneOfARungsOwn) {
  LogTimes y(5, LogTimeColumn(3, 0.0));
  y[4] = {-0.01, 0.0, 0.01};
  Sample sample{.y = y};
  sample.noise = noise_of(y);
  const auto interval = ratio_of(sample, 0, 4)->interval.value();
  EXPECT_NEAR(half_width(interval), std::expm1(2.920 * 0.01 / std::sqrt(3)), 1e-5);
  EXPECT_NEAR(cautious_half_width(interval), std::expm1(4.303 * 0.01 / std::sqrt(3)), 1e-5);
}

TEST(Stopping, NeverEndsWhileAnIntervalIsMissing) {
  EXPECT_EQ(ending_round({.half_width = 0.5, .at_least = 2, .at_most = 9}, [](int) { return std::nullopt; }),
            9);
}

TEST(Stopping, ExpectsRoundsByTheNoise) {
  const StoppingRule rule{.half_width = 0.03, .at_least = 3, .at_most = 12};
  EXPECT_EQ(expected_rounds(rule, 5, 0.02), 9);  // simulated: 8.7
  EXPECT_EQ(expected_rounds(rule, 5, 0.001), 4);
  EXPECT_EQ(expected_rounds(rule, 5, 0.2), 12);
}

// A small part of bench/coverage, whose table stands in docs/statistics.md.
TEST(Stopping, KeepsTheCoverageOfIntervals) {
  const StoppingRule rule{.half_width = 0.10, .at_least = 3, .at_most = 12};
  for (const auto& model : coverage::noise_models()) {
    const auto found = coverage::simulate(model, rule, 150, 7);
    const bool differs_in_noise =
        model.last_rung > 1 && model.compared == coverage::NoiseModel::Compared::with_last;
    EXPECT_GT(found.of_stopping, differs_in_noise ? 0.90 : 0.92) << model.name;
    EXPECT_LT(found.of_stopping, 0.985) << model.name;
    EXPECT_LT(found.mean_rounds, 12) << model.name;
  }
}

}  // namespace
}  // namespace scalegen::stats

#include "analysis/statistics/stopping.hpp"

#include <gtest/gtest.h>

#include "bench/coverage/simulated_coverage.hpp"

namespace scalegen::stats {
namespace {

TEST(Stopping, EndsAtTheSecondNarrowRoundInARow) {
  const std::vector<std::optional<double>> widest = {std::nullopt, std::nullopt, 0.05, 0.02,
                                                     0.04,         0.03,         0.02};
  const auto after = [&](int rounds) { return widest.at(static_cast<std::size_t>(rounds)); };
  EXPECT_EQ(ending_round({.half_width = 0.03, .at_least = 3, .at_most = 12}, after), 6);
  EXPECT_EQ(ending_round({.half_width = 0.05, .at_least = 3, .at_most = 12}, after), 3);
  EXPECT_EQ(ending_round({.half_width = 0.01, .at_least = 3, .at_most = 6}, after), 6);
}

TEST(Stopping, NeverEndsWhileAnIntervalIsMissing) {
  EXPECT_EQ(ending_round({.half_width = 0.5, .at_least = 2, .at_most = 9}, [](int) { return std::nullopt; }),
            9);
}

TEST(Stopping, ExpectsRoundsByTheNoise) {
  const StoppingRule rule{.half_width = 0.03, .at_least = 3, .at_most = 12};
  EXPECT_EQ(expected_rounds(rule, 5, 0.02), 9);  // simulated: 8.7
  EXPECT_EQ(expected_rounds(rule, 5, 0.001), 3);
  EXPECT_EQ(expected_rounds(rule, 5, 0.2), 12);
}

// A small part of bench/coverage, whose table stands in docs/statistics.md.
TEST(Stopping, KeepsTheCoverageOfIntervals) {
  const StoppingRule rule{.half_width = 0.05, .at_least = 3, .at_most = 12};
  for (const auto& model : coverage::noise_models()) {
    const auto found = coverage::simulate(model, rule, 150, 7);
    const bool differs_in_noise =
        model.last_rung > 1 && model.compared == coverage::NoiseModel::Compared::with_last;
    EXPECT_GT(found.of_stopping, differs_in_noise ? 0.88 : 0.92) << model.name;
    EXPECT_LT(found.of_stopping, 0.985) << model.name;
    EXPECT_LT(found.mean_rounds, 12) << model.name;
  }
}

}  // namespace
}  // namespace scalegen::stats

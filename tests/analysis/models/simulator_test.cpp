#include "analysis/models/simulator.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

namespace scalegen::models {
namespace {

// Strong scaling with 0.2 % of a step in the all-reduce's bandwidth.
MeasuredSizes ladder() {
  MeasuredSizes measured{.run_sd = 0.002, .run_df = 8};
  for (const double n : {1.0, 2.0, 4.0, 8.0, 16.0})
    measured.sizes.push_back({.rung = "r",
                              .size = {.workers = n},
                              .log_time = std::log(1 / n + 2 * (n - 1) / n * 0.001),
                              .runs = 3});
  return measured;
}

SimulatedStep at(double workers, const StepScatter& scatter, const WhatIf& what_if = {}) {
  return simulate(ladder(), scatter, what_if, {{.workers = workers}}, 7).front();
}

TEST(Simulator, WithoutScatterIsTheLaw) {
  const auto step = at(64, {.sd = 1e-9});
  EXPECT_NEAR(step.log_time, std::log(1.0 / 64 + 2 * 63.0 / 64 * 0.001), 0.03);
  EXPECT_NEAR(step.waiting, 0, 1e-6);
  EXPECT_NEAR(step.computing + step.communicating, 1, 1e-9);
}

// The largest of n normal draws is near sqrt(2 log n) standard deviations above the mean.
TEST(Simulator, WaitsForTheSlowestOfAllRanks) {
  const auto step = at(100'000, {.sd = 0.02});
  const double computing_and_waiting = (step.computing + step.waiting) / step.computing;
  EXPECT_NEAR(std::log(computing_and_waiting), 0.02 * (4.4 - 1.77), 0.01);
}

TEST(Simulator, TakesTheWordOfAPersonForCongestionAndStragglers) {
  const auto plain = at(256, {.sd = 0.01});
  const auto congested = at(256, {.sd = 0.01}, {.congestion = 3});
  const auto straggling = at(256, {.sd = 0.01}, {.straggler_share = 0.5, .straggler_factor = 2});
  EXPECT_NEAR(std::exp(congested.log_time - plain.log_time), 1 + 2 * plain.communicating, 0.25);
  EXPECT_NEAR((straggling.computing + straggling.waiting) / straggling.computing, 2, 0.05);
}

TEST(Simulator, TakesNoLongerForMoreRanks) {
  const auto begin = std::chrono::steady_clock::now();
  const auto step = at(100'000, {.sd = 0.02}, {.straggler_share = 0.001, .straggler_factor = 1.5});
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  EXPECT_TRUE(std::isfinite(step.log_time));
  EXPECT_LT(step.log_low, step.log_high);
  EXPECT_LT(taken.count(), 1);
}

TEST(Simulator, ReadsStragglers) {
  const auto read = with_stragglers({}, "0.001:1.5");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, (WhatIf{.straggler_share = 0.001, .straggler_factor = 1.5}));
  for (const auto* text :
       {"", "0.1", "2:1.5", "0.1:0.5", "-0.1:2", "nan:2", "0.1:nan", "0.1:1e9", "0.1:1.5x"})
    EXPECT_EQ(
        render(with_stragglers({}, text).error()),
        std::string("error: --stragglers '") + text +
            "' is no share of ranks and factor\n      = hint: write --stragglers 0.001:1.5 for one rank in a "
            "thousand that takes 1.5 times as long\n")
        << text;
}

}  // namespace
}  // namespace scalegen::models

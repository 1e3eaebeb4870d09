#include <gtest/gtest.h>

#include "bench/coverage/simulated_coverage.hpp"
#include "bench/coverage/unequal_noise.hpp"

namespace scalegen::coverage {
namespace {

// A small part of bench/coverage, whose table stands in docs/statistics.md.
TEST(Coverage, OfIntervalsIsAsStated) {
  for (const auto& model : noise_models()) {
    const auto found = simulated_coverage(model, 6, 150, 7);
    EXPECT_GT(found, 0.92) << model.name;
    EXPECT_LT(found, 0.985) << model.name;
  }
}

// A small part of bench/coverage, whose tables stand in docs/statistics.md.

constexpr int kTables = 600;

// 5 % and three standard errors; the pooled test alone made a false claim in 11 to 20 % of tables.
TEST(UnequalNoise, MakesFalseClaimsInFivePercentOfTablesAtMost) {
  for (const int rungs : {4, 6})
    for (const auto& noise : unequal_noises(rungs))
      for (const int rounds : {2, 3, 5, 8})
        EXPECT_LE(simulate_unequal_noise(noise, 1, rounds, kTables, 7).false_claims, 0.05 + 3 * 0.009)
            << noise.name << ", " << rungs << " rungs, " << rounds << " rounds";
}

// 2.5 % and three standard errors; by the printed interval alone up to 9 % were.
TEST(UnequalNoise, SeldomAdvisesARungThatJustMissesTheRule) {
  for (const auto& noise : unequal_noises(5))
    for (const int rounds : {2, 3, 5, 8})
      EXPECT_LE(simulate_unequal_noise(noise, 0.6999, rounds, kTables, 7).advised, 0.025 + 3 * 0.0064)
          << noise.name << ", " << rounds << " rounds";
}

TEST(UnequalNoise, StillFindsALossIfTheNoiseIsEqual) {
  const auto equal = unequal_noises(4).front();
  EXPECT_GT(simulate_unequal_noise(equal, 0.90, 3, kTables, 7).claimed, 0.55);
  EXPECT_GT(simulate_unequal_noise(equal, 0.95, 5, kTables, 7).claimed, 0.60);
}

}  // namespace
}  // namespace scalegen::coverage

#pragma once
#include <cstdint>

#include "bench/coverage/made_up_noise.hpp"

namespace scalegen::coverage {

/// Shares of a comparison's intervals that hold the truth, over many pairs of simulated sweeps of one noise.
struct TwoSweeps {
  double of_ratios = 0;    // stats::ratio_of_independent of a rung
  double of_speedups = 0;  // stats::ratio_of_estimates of its speedups
};

/// Compares the last rung of a sweep with the same rung of another, and where only one of two rungs is noisy
/// with another's first. Sweeps have so many rounds. The same seed gives the same sweeps on every machine.
TwoSweeps simulate_two_sweeps(const NoiseModel& model, int rounds_a, int rounds_b, int pairs,
                              std::uint64_t seed);

}  // namespace scalegen::coverage

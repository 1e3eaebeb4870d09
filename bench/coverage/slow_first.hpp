#pragma once
#include <cstdint>

#include "bench/coverage/made_up_noise.hpp"

namespace scalegen::coverage {

/// The quality of a report's speedups, over many simulated sweeps of one noise.
struct Worth {
  double covered = 0;   // share of intervals that hold the truth
  double too_high = 0;  // wholly above it: how a rung is advised that does not deserve it
  double error = 0;     // the median error of speedups over the first rung: 0.1 is 10 %
  double reach = 0;     // how far their intervals reach to either side, the median: 2 is from half to double
};

/// The same sweeps, as they are and if slow first runs are measured once more.
struct SlowFirstRuns {
  Worth as_measured{};
  Worth measured_again{};
};

/// Compares each of the five rungs with the first and with the one before. The first run of the first rung
/// takes `one_off` times as long as it would. What is measured once more is of the twelfth round, with its
/// noise, drift and shift. The same seed gives the same sweeps on every machine.
SlowFirstRuns simulate_slow_first(const NoiseModel& model, int rounds, double one_off, int sweeps,
                                  std::uint64_t seed);

}  // namespace scalegen::coverage

#pragma once
#include <cstdint>

#include "analysis/statistics/stopping.hpp"
#include "bench/coverage/made_up_noise.hpp"

namespace scalegen::coverage {

/// The share of a report's intervals that hold the truth, over many simulated sweeps of one noise.
struct SimulatedCoverage {
  double of_fixed = 0;     // if each sweep takes as many rounds as the stopping rule takes in the mean
  double of_stopping = 0;  // at the round where the rule ends it
  double mean_rounds = 0;
};

/// Compares each of the five rungs with the first and with the one before, by stats::ratio_of, after each
/// round that stats::ending_round looks at. The same seed gives the same sweeps on every machine.
SimulatedCoverage simulate(const NoiseModel& model, const stats::StoppingRule& rule, int sweeps,
                           std::uint64_t seed);

}  // namespace scalegen::coverage

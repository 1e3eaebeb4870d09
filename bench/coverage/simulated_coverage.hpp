#pragma once
#include <cstdint>

#include "bench/coverage/made_up_noise.hpp"

namespace scalegen::coverage {

/// The share of a report's intervals that hold the truth, over many simulated sweeps of one noise: each of
/// the five rungs is compared with the first and with the one before, by stats::ratio_of, after so many
/// rounds. The same seed gives the same sweeps on every machine.
double simulated_coverage(const NoiseModel& model, int rounds, int sweeps, std::uint64_t seed);

}  // namespace scalegen::coverage

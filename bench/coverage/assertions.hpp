#pragma once
#include <cstdint>

#include "bench/coverage/made_up_noise.hpp"

namespace scalegen::coverage {

/// The share of sweeps that miss an assertion about a speedup after all rounds, and that fail it: it is still
/// missed with one more round of its rung and the baseline.
struct MissedAssertions {
  double missed = 0;
  double failed = 0;
};

/// Asserts a speedup of the last rung that is `above` times the true one: 1 is at the limit, 1.05 is a
/// program that is 5 % too slow. The same seed gives the same sweeps on every machine.
MissedAssertions simulate_assertions(const NoiseModel& model, int rounds, double above, int sweeps,
                                     std::uint64_t seed);

}  // namespace scalegen::coverage

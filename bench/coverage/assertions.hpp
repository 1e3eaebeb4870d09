#pragma once
#include <cstdint>

#include "bench/coverage/made_up_noise.hpp"

namespace scalegen::coverage {

/// The share of sweeps that fail an assertion about a speedup of the last rung which is `above` times the
/// true one: 1 is at the limit, 1.05 is a program that is 5 % too slow. The same seed gives the same sweeps
/// on every machine.
double share_of_failed_assertions(const NoiseModel& model, int rounds, double above, int sweeps,
                                  std::uint64_t seed);

}  // namespace scalegen::coverage

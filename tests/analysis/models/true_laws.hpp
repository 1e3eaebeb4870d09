#pragma once
#include <random>
#include <string>
#include <vector>

#include "analysis/models/measured_sizes.hpp"

namespace scalegen::models {

/// The law behind a simulation: the time of equal work is known at all sizes, without scatter.
enum class Truth { amdahl, usl, tree, two_networks, network_step, power };

inline constexpr Truth kTruths[] = {Truth::amdahl,       Truth::usl,          Truth::tree,
                                    Truth::two_networks, Truth::network_step, Truth::power};

std::string name_of(Truth truth);

/// The scatter of runs of the simulation around the truth.
struct Scatter {
  double of_runs = 0;       // standard deviation of the logarithm within a rung
  double of_rungs = 0;      // the same for a rung in all of its rounds, since it has nodes of its own
  bool stragglers = false;  // one run in ten takes 1 to 30 % longer
};

/// A ladder of 1, 2, 4 ... workers up to `rungs` of them, measured in `rounds`, and the time of one more run
/// of `target` workers.
struct Simulated {
  MeasuredSizes measured{};
  double log_time_at_target = 0;
};

Simulated simulate(Truth truth, const Scatter& scatter, int rungs, int rounds, double target,
                   std::mt19937& engine);

}  // namespace scalegen::models

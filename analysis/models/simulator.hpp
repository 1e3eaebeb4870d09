#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/models/ladder_outlook.hpp"

namespace scalegen::models {

/// What a person says of larger sizes that no measurement on few can tell.
struct WhatIf {
  double congestion = 1;       // communication takes that many times as long beyond the largest measured size
  double straggler_share = 0;  // of ranks, in each step
  double straggler_factor = 1;  // how many times as long they compute
  bool operator==(const WhatIf&) const = default;
};

/// Reads "0.001:1.5", a share from 0 to 1 and a factor of at least 1.
Result<WhatIf> with_stragglers(WhatIf what_if, const std::string& text);

/// Synchronous steps at a size, simulated.
struct SimulatedStep {
  Size size{};
  double log_time = 0;  // of equal work: the median over simulated runs
  double log_low = 0;
  double log_high = 0;
  double computing = 0;  // shares of a step, on average
  double waiting = 0;    // for the slowest rank, beyond what it is at the largest measured size
  double communicating = 0;
};

/// The scatter of one rank's computation in one step: the standard deviation of its logarithm.
struct StepScatter {
  enum class Source { steps, runs, assumed };
  double sd = 0;
  Source source = Source::assumed;
};

/// From the steps of the smallest rung, where ranks wait for fewest others; else the scatter of whole runs;
/// else kAssumedScatter.
StepScatter step_scatter(const ScalingTable& table, const MeasuredSizes& measured);

/// Simulates synchronous steps by Monte Carlo. A step is the slowest of N ranks' computations, then the
/// all-reduce. Computation and all-reduce are those of the law alpha_beta, or alpha_beta_two_networks where
/// it could be fitted, refitted to the measured times with new scatter in each simulated run (parametric
/// bootstrap). The slowest of N draws with the distribution F is one draw: F^-1(u^(1/N)), so that the work
/// does not grow with N. Draws are lognormal. The fit holds the waiting at the measured sizes already: what
/// is added is the slowest of N over the slowest at the largest measured size.
std::vector<SimulatedStep> simulate(const MeasuredSizes& measured, const StepScatter& scatter,
                                    const WhatIf& what_if, const std::vector<Size>& sizes,
                                    std::uint64_t seed);

}  // namespace scalegen::models

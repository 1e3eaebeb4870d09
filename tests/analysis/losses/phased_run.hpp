#pragma once
#include <array>
#include <random>
#include <string>
#include <vector>

#include "core/phases.hpp"

namespace scalegen {

/// A step of a made-up rank, in seconds; in the order of the phases, and what no phase is.
struct MadeUpStep {
  std::array<double, kPhases> phases{};
  double other = 0;
  [[nodiscard]] double seconds() const;
};

/// A made-up run of which each rank's mean step is known.
struct PhasedRun {
  std::vector<MadeUpStep> ranks{};     // of equal length: they wait for each other in the communication
  std::vector<std::string> hosts{};    // one a rank; empty: all are n1
  std::vector<std::string> devices{};  // one a rank; empty: cuda:<rank>
  int global_batch = 512;
  int steps = 60;
  double run_noise = 0.01;  // standard deviations of the logarithm
  double step_noise = 0.05;
  bool writes_ranks = true;
  std::string sync{};
};

/// Its event lines.
std::string event_lines(const PhasedRun& run, std::mt19937& draws);

}  // namespace scalegen

#pragma once
#include <chrono>
#include <vector>

#include "core/machine.hpp"
#include "generator/plan/choices.hpp"
#include "generator/plan/ladder.hpp"

namespace scalegen {

/// Reports what this machine cannot give of a rung, and what its partition cannot give of cores and time;
/// nodes and GPUs were judged when the partition was chosen.
void check_limits(const std::vector<Step>& steps, const std::vector<Choice>& choices, const Machine& machine,
                  const Placed<std::chrono::seconds>& time_limit, Diagnostics& errors);

/// Reports global batches that the ranks of a rung cannot share evenly.
void check_batches(const std::vector<Step>& steps, const std::vector<Choice>& choices, Scaling scaling,
                   Diagnostics& errors);

}  // namespace scalegen

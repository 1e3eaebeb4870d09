#pragma once
#include <vector>

#include "core/plan.hpp"

namespace scalegen {

/// Adds a round to a plan: each combination once, in the order that the plan's seed and the round decide, and
/// a job for each. The ids of combinations have no round yet: "2gpu" becomes "2gpu-r3".
void add_round(const std::vector<Run>& combinations, int round, Plan& plan);

}  // namespace scalegen

#pragma once
#include <vector>

#include "core/plan.hpp"

namespace scalegen::plan {

/// Of these combinations those that one more round has to hold, so that each assertion of the plan that is
/// missed can be confirmed: its rung, beside the baseline for the same values of the axes, and for a speedup
/// per doubling the rungs of half its size. Without those that a confirming round of the plan has already.
std::vector<Run> combinations_to_confirm(const std::vector<Run>& combinations, const Plan& plan);

}  // namespace scalegen::plan

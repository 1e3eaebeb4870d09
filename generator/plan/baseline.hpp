#pragma once
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/ladder.hpp"

namespace scalegen {

/// Sets the rung that all others are compared with, and why it is this one: that of the sweep file, else the
/// smallest on GPUs, else the smallest. Reports one that the sweep does not have.
void choose_baseline(const SweepFile& sweep, const std::vector<Step>& steps, PlanHead& head,
                     Diagnostics& errors);

}  // namespace scalegen

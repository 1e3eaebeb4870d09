#pragma once
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/plan/rungs.hpp"

namespace scalegen {

/// Sets the rung that all others are compared with, and why it is this one: that of the sweep file, else the
/// smallest on GPUs, else the smallest. `kept` are those of the `steps` that something runs on. Reports one
/// that the sweep does not have.
void choose_baseline(const SweepFile& sweep, const std::vector<Step>& steps, const std::vector<Step>& kept,
                     PlanHead& head, Diagnostics& errors);

/// Warns of values of the axes that other rungs run with and the baseline does not.
void warn_of_missing_baseline(const SweepFile& sweep, const std::vector<Combination>& combinations,
                              const PlanHead& head, Diagnostics& warnings);

}  // namespace scalegen

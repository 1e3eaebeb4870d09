#pragma once
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/findings.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/plan/rungs.hpp"

namespace scalegen::plan {

/// The rung that all others are compared with: that of the sweep file, else the smallest on GPUs, else the
/// smallest. Null if the sweep file names another.
const ResolvedRung* baseline_of(const SweepFile& sweep, const std::vector<ResolvedRung>& rungs);

/// Sets the rung that all others are compared with, and why it is this one: that of the sweep file, else the
/// smallest on GPUs, else the smallest. `used` are those of the `rungs` that have runs. Reports a baseline
/// that has none.
void choose_baseline(const SweepFile& sweep, const std::vector<ResolvedRung>& rungs,
                     const std::vector<ResolvedRung>& used, PlanHead& head, Findings& findings);

/// Warns of values of the axes that other rungs run with and the baseline does not.
void warn_of_missing_baseline(const SweepFile& sweep, const std::vector<Combination>& combinations,
                              const PlanHead& head, Findings& findings);

}  // namespace scalegen::plan

#pragma once
#include "generator/plan/findings.hpp"
#include "generator/plan/parameter_grid.hpp"

namespace scalegen::plan {

/// Reports a metric that counts steps without saying which, where the number of micro-steps that an optimizer
/// step accumulates differs between runs: taken for the other kind, its figures would be wrong by that
/// factor.
void check_accumulation(const SweepFile& sweep, const ParameterGrid& grid, Findings& findings);

}  // namespace scalegen::plan

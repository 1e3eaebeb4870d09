#pragma once
#include "generator/plan/findings.hpp"
#include "generator/plan/ladder_parameters.hpp"
#include "generator/plan/parameter_grid.hpp"

namespace scalegen::plan {

/// Of one ladder: reports global batches that the ranks of a rung cannot share evenly, numbers of replicas
/// that they cannot form, and batches that change although the kind of scaling keeps them: each once, for the
/// first such rung.
void check_batches(const ParameterGrid& grid, const LadderParameters& ladder, const SweepFile& sweep,
                   Findings& findings);

/// Reports a metric that counts steps without saying which, where the number of micro-steps that an optimizer
/// step accumulates differs between runs: taken for the other kind, its figures would be wrong by that
/// factor.
void check_accumulation(const SweepFile& sweep, const ParameterGrid& grid, Findings& findings);

}  // namespace scalegen::plan

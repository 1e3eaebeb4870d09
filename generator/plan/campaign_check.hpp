#pragma once
#include <vector>

#include "generator/plan/findings.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen::plan {

/// Warns of production runs of a size that no rung has, which will have no price. Refuses those to which the
/// two ladders of a sweep would give different ones.
void check_campaign(const SweepFile& sweep, const std::vector<Combination>& combinations, Findings& findings);

}  // namespace scalegen::plan

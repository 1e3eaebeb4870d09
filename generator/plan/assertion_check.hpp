#pragma once
#include <vector>

#include "generator/plan/findings.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen::plan {

/// Refuses an assertion about a rung that the sweep does not have.
void check_assertions(const SweepFile& sweep, const std::vector<Combination>& combinations,
                      Findings& findings);

}  // namespace scalegen::plan

#pragma once
#include <vector>

#include "generator/plan/combinations.hpp"
#include "generator/plan/limits.hpp"

namespace scalegen {

/// All that a round runs: the rungs with the values of parameters and axes for which `where:` holds. Reports
/// more than `most_runs`, and what the combinations that are left cannot be run with. `notices` tell how many
/// are left out. None where a mistake leaves no values.
std::vector<Combination> choose_combinations(const SweepFile& sweep, const Workload& workload,
                                             const std::vector<Step>& steps, std::size_t most_runs,
                                             Diagnostics& errors, Diagnostics& notices);

/// The rungs that some of the combinations have, in their order; all where there is none.
std::vector<Step> steps_of(const std::vector<Combination>& combinations, const std::vector<Step>& steps);

/// What ranks get in all of the combinations, each case once.
std::vector<RankCores> cores_of(const std::vector<Combination>& combinations);

}  // namespace scalegen

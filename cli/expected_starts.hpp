#pragma once
#include <string>
#include <vector>

#include "cli/load_sweep.hpp"
#include "runner/slurm/expected_start.hpp"

namespace scalegen {

/// Asks Slurm about these jobs of the plan, with the very scripts that would be submitted. An error where a
/// script cannot be written; what Slurm says of each is a result of its own.
Result<std::vector<Result<ExpectedStart>>> expected_starts(const SweepSpec& spec, const PlannedSweep& planned,
                                                           const std::vector<Job>& jobs);

}  // namespace scalegen

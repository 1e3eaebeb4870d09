#pragma once
#include <set>
#include <string>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// Writes down of runs whose jobs were just cancelled that they are, where they left no other word, or that
/// they did not come to begin: Slurm's accounts may say for some time that they run or wait. Takes the
/// directory's lock.
Result<void> conclude_cancelled(const RunDirectory& directory, const Plan& plan,
                                const std::set<std::string>& runs, Clock& clock);

}  // namespace scalegen

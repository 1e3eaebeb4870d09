#pragma once
#include <string>
#include <unordered_set>

#include "app/sweep_spec.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// The advice where a run directory is of no use for a sweep.
inline constexpr auto kNewDirectory = "begin a new run directory with -o NEW_FOLDER";

/// The refusal of a sweep file whose runs are others than those of the directory, with the first difference.
tl::unexpected<Diagnostics> another_sweep(const RunDirectory& directory, std::string hint,
                                          std::string difference);

/// True if a run of the directory has completed, or if nobody can tell.
bool has_completed_run(const RunDirectory& directory, const Plan& plan);

/// The ids of its runs that have not completed, and do not run now.
Result<std::unordered_set<std::string>> runs_without_figure(const RunDirectory& directory, const Plan& plan);

/// That refusal, unless another plan may take the place of this one: no run of it has completed, and none is
/// queued or running. Asks the scheduler.
Result<void> check_nothing_is_measured(const RunDirectory& directory, const Plan& plan,
                                       const std::string& difference);

/// Plans the sweep file as of today, in place of the plan that is there.
Result<plan::PlannedSweep> replan(const RunDirectory& directory, const Plan& there, const SweepSpec& spec,
                                  SweepSource source);

/// Ends, under its lock, what a killed command has begun: its plan was being replaced.
Result<void> finish_replanning(const RunDirectory& directory);

}  // namespace scalegen

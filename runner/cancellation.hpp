#pragma once
#include <set>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

struct CancelledJobs {
  std::vector<JobId> ended{};
  std::vector<JobId> left{};  // named by the directory, and none that this sweep submitted
};

/// Cancels the jobs of a sweep that have not ended, and records it: those that bear its mark, not all whose
/// numbers the directory has. Returns when none of them runs any more. An error if the directory is another
/// user's; if another process follows the sweep: it would submit others instead; and if they have ended, but
/// that could not be recorded.
Result<CancelledJobs> cancel_sweep(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                                   Clock& clock);

/// Records of runs whose jobs were just cancelled that they are cancelled, unless their files say otherwise,
/// or that they never started: Slurm's accounts may say for some time that they run or wait. Takes the
/// directory's lock.
Result<void> record_cancelled(const RunDirectory& directory, const Plan& plan,
                              const std::set<std::string>& runs, Clock& clock);

}  // namespace scalegen

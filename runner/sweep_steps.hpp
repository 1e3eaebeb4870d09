#pragma once
#include <vector>

#include "core/diagnostics.hpp"
#include "runner/run_status.hpp"
#include "runner/sweep.hpp"

namespace scalegen {

// The steps of run_sweep().

/// Runs the script of `prepare:` to its end, here or as a job, unless it has prepared these runs before or no
/// run is left. Nothing is submitted before. Returns an error if it fails; if the sweep is told to stop, the
/// script ends here, and goes on as a job.
Result<void> prepare(Sweep& sweep);

/// Takes up what earlier tools and people have begun: follows what lives, judges and persists what has ended,
/// and makes pending what is due. `runs`: what was observed, in the plan's order.
Result<void> recover(Sweep& sweep, const std::vector<RunStatus>& runs);

/// Polls all active jobs with one query. Those that have ended are settled: their runs get outcomes, or the
/// job becomes pending for another attempt. Returns true if one has ended.
Result<bool> settle_ended(Sweep& sweep);

}  // namespace scalegen

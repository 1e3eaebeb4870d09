#pragma once
#include "core/diagnostics.hpp"
#include "runner/sweep.hpp"

namespace scalegen {

// A sweep may find out on its way that runs of its plan are not needed. This depends on the files alone, so
// that nothing of it is recorded: a later call comes to the same answer.

/// Asks which runs are needed by now.
Result<void> update_selections(Sweep& sweep);

/// If runs have ended, asks again, and settles the pending jobs of which no run is needed.
Result<void> settle_not_needed(Sweep& sweep);

/// True if a run of the job is to be started, whatever others measure.
bool is_ready(const Sweep& sweep, JobIndex job);

/// Puts the first pending job that is ready before all others. False if none is.
bool put_ready_first(Sweep& sweep);

/// If nothing is under way, and each pending job waits for runs that this call will not start (they were
/// cancelled in the queue, say), all of them are left to the next call.
void leave_to_next_call_if_stuck(Sweep& sweep);

}  // namespace scalegen

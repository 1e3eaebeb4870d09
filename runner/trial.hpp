#pragma once
#include <vector>

#include "core/plan.hpp"
#include "runner/run_status.hpp"
#include "runner/sweep.hpp"

namespace scalegen {

/// The run that is looked at before anything else is handed over: the first of the smallest rung. Null if
/// runs share the nodes of a job, which begins once for all of them, or if there is no other run.
const Run* trial_of(const Plan& plan);

/// Makes it the sweep's trial, if no other run has been begun or has completed, and others are to follow. A
/// trial that failed is tried again. Call it before the sweep is recovered.
void choose_trial(Sweep& sweep, const std::vector<RunStatus>& runs);

/// Puts the trial before all other jobs. Call it when the sweep is recovered.
void begin_with_trial(Sweep& sweep);

/// If the trial has ended: the sweep goes on with the others, or stops.
void look_at_trial(Sweep& sweep);

/// Stops the sweep if each run of round 1 has failed in this call, all for the same reason.
void look_at_round_one(Sweep& sweep);

}  // namespace scalegen

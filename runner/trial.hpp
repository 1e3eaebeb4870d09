#pragma once
#include <vector>

#include "core/plan.hpp"
#include "runner/run_status.hpp"
#include "runner/sweep.hpp"

namespace scalegen {

/// The runs that are looked at before anything else is handed over, one after the other: the first of the
/// smallest rung, and if that has one rank the first of the smallest on which ranks meet. Empty if runs share
/// the nodes of a job, which begins once for all of them, or if no run is left to follow.
std::vector<const Run*> trials_of(const Plan& plan);

/// True if a sweep of these runs, in the plan's order, begins with a trial that has not completed.
bool begins_with_trial(const Plan& plan, const std::vector<RunRecord>& records);

/// Makes them the sweep's trials, if no other run has been begun or has completed, and others are to follow.
/// A trial that failed is tried again. Call it before the sweep is recovered.
void choose_trials(Sweep& sweep, const std::vector<RunStatus>& runs);

/// Puts the next trial before all other jobs. Call it when the sweep is recovered.
void begin_with_trial(Sweep& sweep);

/// If a trial has ended: the sweep goes on with the next, or with all others, or stops.
void look_at_trials(Sweep& sweep);

/// Sees whether a person has written a file of what failed since any run ended: what runs write is older.
/// Call it before anything is submitted.
void look_for_mended_files(Sweep& sweep);

/// True if the first run of the job's rung, with the same settings, has failed and is not tried again now:
/// the program would do the same in this round. False if a person has fixed it and it has not failed since.
bool failed_in_first_round(const Sweep& sweep, JobIndex job);

/// Stops the sweep if each run of round 1 has failed in this call, all for the same reason.
void look_at_round_one(Sweep& sweep);

}  // namespace scalegen

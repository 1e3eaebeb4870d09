#pragma once
#include "app/followed_sweep.hpp"
#include "app/submission.hpp"
#include "app/sweep_spec.hpp"
#include "cli/arguments.hpp"
#include "runner/run_status.hpp"

namespace scalegen {

/// Prints the cost of a submission and, on a terminal, asks. Returns false if the user says no, and an error
/// if it may cost more than the user allows.
Result<bool> confirm_submission(const SubmissionCost& cost, const SubmitOptions& options);

/// Asks whether this cluster has the jobs of a directory that does not say so, as those of scalegen 0.2.
/// Returns false if the user says no, and an error without a terminal.
Result<bool> confirm_cluster(const FollowedSweep& sweep);

/// Says that runs failed in an earlier call. Returns true if a person at a terminal wants them again; there
/// is an option for others.
bool confirm_retry(std::ptrdiff_t failed, const SubmitOptions& options);

/// Says which runs the next 'sweep' measures once more, if no other is left to it.
void say_once_more(const RunDirectory& directory, const Plan& plan, const std::vector<RunStatus>& runs);

/// Prints to standard error what was used without being named (a bundled example, the user's own profile and
/// templates) and the plan's warnings.
void print_notices(const SweepSpec& spec, const plan::PlannedSweep& planned);

}  // namespace scalegen

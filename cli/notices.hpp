#pragma once
#include "app/submission.hpp"
#include "app/sweep_spec.hpp"
#include "cli/arguments.hpp"

namespace scalegen {

/// Prints the cost of a submission and, on a terminal, asks. Returns false if the user says no, and an error
/// if it may cost more than the user allows.
Result<bool> confirm_submission(const SubmissionCost& cost, const SubmitOptions& options);

/// Says that runs failed in an earlier call. Returns true if a person at a terminal wants them again; there
/// is an option for others.
bool confirm_retry(std::ptrdiff_t failed, const SubmitOptions& options);

/// Prints to standard error what was used without being named (a bundled example, the user's own profile and
/// templates) and the plan's warnings.
void print_notices(const SweepSpec& spec, const plan::PlannedSweep& planned);

}  // namespace scalegen

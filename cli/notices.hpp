#pragma once
#include "app/sweep_spec.hpp"
#include "cli/arguments.hpp"
#include "runner/run_status.hpp"

namespace scalegen {

/// Before anything is submitted: says what the runs that are still to be handed over cost at most, and on a
/// terminal asks. False: a person said no. An error where that is more than was allowed.
Result<bool> may_submit(const Plan& plan, const std::vector<RunStatus>& runs, const Following& following);

/// Says on standard error what was taken without being named: a bundled example, a person's own profile; and
/// warnings.
void notice(const SweepSpec& spec, const plan::PlannedSweep& planned);

}  // namespace scalegen

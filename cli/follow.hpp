#pragma once
#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// Runs what is left of a plan, with progress, and prints the report. A person may leave at any time: then it
/// says what goes on without them, and how to come back.
Result<ExitCode> follow(const RunDirectory& directory, const Plan& plan, const Following& following);

/// An error where a person wants to leave (--detach) and the jobs would not go on.
Result<void> can_leave(bool jobs_go_on, const Following& following);

}  // namespace scalegen

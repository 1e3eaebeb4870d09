#pragma once
#include "cli/arguments.hpp"
#include "cli/verbs.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// Runs what is left of a plan, with progress, and prints the report. A person may leave at any time: then it
/// says what goes on without them, and how to come back.
Result<ExitCode> follow(const RunDirectory& directory, const Plan& plan, SubmitOptions options);

}  // namespace scalegen

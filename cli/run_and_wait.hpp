#pragma once
#include <memory>

#include "cli/arguments.hpp"
#include "cli/verbs.hpp"
#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// The scheduler that runs the jobs of a plan: the Slurm of this machine, or this machine itself.
std::unique_ptr<Scheduler> scheduler_of(const Plan& plan, Clock& clock);

/// Runs what is left of a plan, with progress, and prints the report. A person may leave at any time: then it
/// says what goes on without them, and how to come back.
Result<ExitCode> follow(const RunDirectory& directory, const Plan& plan, SubmitOptions options);

}  // namespace scalegen

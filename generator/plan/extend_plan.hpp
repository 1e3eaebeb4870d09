#pragma once
#include "core/diagnostics.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// The plan with further rounds, up to `rounds` of them, and a job for each of their runs. Nothing is
/// resolved again: they repeat the runs of round 1 as they stand there, in the order that these rounds would
/// have had in a plan of so many from the beginning. An error where runs of round 1 are not called and
/// submitted as make_runs does it.
Result<Plan> extend_plan(Plan plan, int rounds);

}  // namespace scalegen

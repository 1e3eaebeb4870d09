#pragma once
#include "cli/load_sweep.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// What `sweep OLD/plan.jsonl -o NEW` asks for: the very runs of a run directory once more, in another.
struct RepeatedPlan {
  SweepSource source{};  // the sweep file beside the plan, for the plan's cluster
  Plan plan{};
};

/// Whether what is given to `sweep` is a plan.
bool names_a_plan(const std::string& file);

/// Reads the plan. Relative paths of its sweep file are below the current folder, as when it was made where
/// the sweep file lay. An error where the plan is not whole, or has lost its sweep file.
Result<RepeatedPlan> read_repeated_plan(const SweepSource& source);

/// The scripts of `planned`, what the sweep file comes to today, for the runs of `plan`. An error where they
/// would not be the same runs: on another cluster, or with other data.
Result<PlannedSweep> planned_again(PlannedSweep planned, const Plan& plan);

}  // namespace scalegen

#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/machine.hpp"
#include "core/plan.hpp"
#include "generator/plan/dataset.hpp"
#include "generator/plan/launch_context.hpp"
#include "generator/profile/profile.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

struct PlanOptions {
  std::string program{};                     // path of scalegen-train; empty: the profile's
  std::optional<Result<Dataset>> dataset{};  // what find_dataset said; none: the cluster will see
  std::string workdir{};                     // where the sweep file lies; absolute
  SlurmChoices overrides{};                   // from the command line: before the sweep file
  SlurmChoices fallbacks{};                   // from the user's settings and environment: after it
  bool one_allocation = false;               // runs share nodes in turn; else each is a job
};

struct PlannedSweep {
  Plan plan{};
  ScriptContext scripts{};
  Diagnostics warnings{};
};

/// Turns a sweep file into runs: rungs times axes, in rounds whose order the seed decides. Pure: looks at
/// nothing but its arguments. Reports all mistakes at once, each with its place.
Result<PlannedSweep> plan_sweep(const SweepFile& sweep, const Profile& profile, const Machine& machine,
                                const PlanOptions& options);

}  // namespace scalegen

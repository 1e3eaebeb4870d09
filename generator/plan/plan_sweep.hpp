#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/machine.hpp"
#include "core/plan.hpp"
#include "generator/plan/checks.hpp"
#include "generator/plan/dataset.hpp"
#include "generator/plan/script_scan.hpp"
#include "generator/plan/sibling_paths.hpp"
#include "generator/profile/profile.hpp"
#include "generator/sweep_file/sweep_file.hpp"
#include "generator/sweep_file/user_defaults.hpp"

namespace scalegen::plan {

struct PlanOptions {
  std::string program{};                     // path of scalegen-train; empty: the profile's
  std::optional<Result<Dataset>> dataset{};  // from find_dataset; nullopt: the data are on a cluster
  ScriptScan script{};                       // from scan_script
  std::string workdir{};                     // the folder of the sweep file; absolute
  IsSibling is_sibling = [](const std::string&) { return false; };  // a run's own folder lacks siblings
  ComputesOnCpu computes_on_cpu = [](const std::string&) { return true; };  // nobody knows of a cluster's
  SlurmChoices overrides{};                          // from the command line: before the sweep file
  SlurmChoices fallbacks{};                          // from the user's settings and environment: after it
  bool one_allocation = false;                       // runs share nodes in turn; else each is a job
  std::optional<std::chrono::seconds> time_limit{};  // of one run, from the command line
};

struct PlannedSweep {
  Plan plan{};
  Diagnostics warnings{};
};

/// Turns a sweep file into runs: the cartesian product of rungs and axes (parameter_grid.hpp), in rounds
/// whose order the seed decides. Pure: reads nothing but its arguments. Reports all mistakes at once, each
/// with its location.
Result<PlannedSweep> plan_sweep(const SweepFile& sweep, const Profile& profile, const Machine& machine,
                                const PlanOptions& options);

}  // namespace scalegen::plan

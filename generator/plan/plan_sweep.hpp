#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/machine.hpp"
#include "core/plan.hpp"
#include "generator/plan/find_dataset.hpp"
#include "generator/read/profile.hpp"
#include "generator/read/sweep_file.hpp"

namespace scalegen {

/// Whom a site charges and where it lets jobs run. Empty: nothing is said.
struct SiteChoices {
  std::string account{};
  std::string partition{};
  std::string qos{};
};

struct PlanOptions {
  std::string program{};             // path of scalegen-train; empty: the profile's
  std::optional<Dataset> dataset{};  // what find_dataset found; none: the cluster will see
  SiteChoices overrides{};           // from the command line: before the sweep file
  SiteChoices fallbacks{};           // from the user's settings: after it
};

/// What the scripts of a sweep need besides its plan.
struct ScriptContext {
  std::string account{};
  std::string qos{};
  GpuRequest gpu_request = GpuRequest::gpus_per_node;
  std::vector<std::string> modules{};
  JobExtras extras{};         // the profile's, then the sweep file's
  std::vector<int> cores{};   // of this machine, in the order in which ranks get them
  std::string data_folder{};  // checked by the script; empty: nothing to check
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

#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "generator/plan/plan_sweep.hpp"
#include "generator/script/template_files.hpp"

namespace scalegen {

/// The sweep to run, and the machine to run it on. Account, partition, QoS, reservation and time limit
/// override the sweep file.
struct SweepSource {
  std::string file{};    // a sweep file, a bundled example, or a plan to run again (*.jsonl)
  std::string folder{};  // for relative paths in the file; empty: the folder that the file is in
  std::string cluster = "local";
  std::string account{};
  std::string partition{};
  std::string qos{};
  std::string reservation{};
  std::string time_limit{};  // of one run: 10m, 1:00:00
  std::string train{};      // path of scalegen-train on the machine that runs; empty: found, or the profile's
  std::string templates{};  // folder of the user's templates; empty: as in user_templates
  bool one_allocation = false;  // all runs of a partition on the same nodes, in one job
  bool held = false;            // all runs in the allocation of this process
  bool operator==(const SweepSource&) const = default;
};

/// The text of a sweep file and its name in messages.
struct SweepText {
  std::string name{};
  std::string text{};
  bool bundled = false;  // an example that is part of scalegen
};

/// Reads the file; if there is no such file, the bundled example of this name: mnist.yaml, example:mnist.
Result<SweepText> read_sweep_text(const std::string& file);

/// A sweep and the machine it is for, as written in their files. Nothing has been looked up on the machine.
struct SweepSpec {
  SweepText text{};
  SweepFile file{};
  Profile profile{};
  std::vector<OwnTemplate> templates{};
};

/// The time limit that overrides that of the sweep file, if there is one.
Result<std::optional<std::chrono::seconds>> requested_time_limit(const SweepSource& source);

Result<SweepSpec> read_spec(const SweepSource& source);

/// Looks up what only the machine knows (program, data, cores) and plans the runs.
Result<plan::PlannedSweep> plan_spec(const SweepSpec& spec, const SweepSource& source);

/// Warns of scripts that are written for another place, `root`, and run in a folder of this machine. Empty
/// `root`: they run where they are written.
Diagnostics foreign_workdir(const SweepSpec& spec, const Plan& plan, const std::string& root);

/// The request `sweep OLD/plan.jsonl -o NEW`: run the same runs again in a new run directory.
struct RerunRequest {
  SweepSource source{};  // the sweep file beside the plan, for the plan's cluster
  Plan plan{};
};

/// True if `file` is a plan and not a sweep file.
bool is_plan_file(const std::string& file);

/// Reads the plan that `source` names. Relative paths in its sweep file start at the current folder. Returns
/// an error if the plan is incomplete.
Result<RerunRequest> read_rerun_request(const SweepSource& source);

/// Replaces the runs of `planned`, which come from the sweep file as of today, by those of `plan`. Returns an
/// error if they would not be the same runs: on another cluster, or with other data.
Result<plan::PlannedSweep> rerun_plan(plan::PlannedSweep planned, const Plan& plan,
                                      const SweepSource& source);

/// True if both plans launch the same runs alike, wherever they lie and whoever made them and pays for them.
bool has_same_runs(Plan one, Plan other);

}  // namespace scalegen

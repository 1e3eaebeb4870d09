#pragma once
#include <string>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "generator/plan/plan_sweep.hpp"
#include "generator/script/template_files.hpp"

namespace scalegen {

/// Which sweep, and for which machine. Account, partition and so on, given here, win over the sweep file.
struct SweepSource {
  std::string file{};
  std::string folder{};  // relative paths in the file are below it; empty: where the file lies
  std::string cluster = "local";
  std::string account{};
  std::string partition{};
  std::string qos{};
  std::string
      train{};  // where scalegen-train is on the machine that will run; empty: found, or the profile's
  std::string templates{};      // a folder of templates of one's own; empty: ~/.config/scalegen/templates
  bool one_allocation = false;  // all runs of a partition on the same nodes, in one job
};

/// A sweep file's text, and what it is called in messages.
struct SweepText {
  std::string name{};
  std::string text{};
  bool bundled = false;  // an example that scalegen carries; no such file was in the folder
};

/// The file, or where there is none the example of this name: mnist.yaml, example:mnist.
Result<SweepText> read_sweep_text(const std::string& file);

/// A sweep and the machine it is for, as they are written; nothing is looked up yet.
struct SweepSpec {
  SweepText text{};
  SweepFile file{};
  Profile profile{};
  std::vector<OwnTemplate> templates{};
};

Result<SweepSpec> read_spec(const SweepSource& source);

/// Looks up what only the machine knows (program, data, cores), and plans.
Result<plan::PlannedSweep> plan_spec(const SweepSpec& spec, const SweepSource& source);

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

/// `planned`, what the sweep file comes to today, with the runs of `plan` and as they were launched, but for
/// account and QoS that `source` names. Returns an error if they would be other runs: on another cluster, or
/// with other data.
Result<plan::PlannedSweep> planned_again(plan::PlannedSweep planned, const Plan& plan, const SweepSource& source);

/// True if both plans have the same runs and launch them alike, wherever they lie and whoever made and pays
/// for them.
bool same_runs(Plan one, Plan other);

}  // namespace scalegen

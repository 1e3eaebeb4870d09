#pragma once
#include <set>
#include <string>
#include <vector>

#include "analysis/answer/assertions.hpp"
#include "analysis/answer/verdict.hpp"
#include "analysis/losses/slow_node.hpp"
#include "analysis/losses/straggler.hpp"
#include "analysis/losses/waterfall.hpp"
#include "analysis/scaling/speedup.hpp"
#include "analysis/tables/imported_table.hpp"

namespace scalegen::report {

struct ReportHead {
  std::string title{};  // one line: what was measured, where and how
  std::string name{};
  std::string cluster{};
  std::string account{};  // that jobs were charged to; empty: none was named
  std::string workload{};
  bool own_program = false;
  Start start = Start::each_rank;
  std::string dataset{};       // as in the plan: a name or a folder
  std::string source{};        // the run directory, or the imported file
  std::string directory_id{};  // also of its copies; empty: it has none
  std::string directory{};     // where its files are now, as of a bundle that was unpacked; empty: imported
  bool imported = false;
  std::vector<std::string> columns_not_read{};  // of an imported table
  std::vector<OpenColumn> open_columns{};       // those of them of which nobody knows what they mean
  ReadingRemarks reading{};                     // of an imported table
  std::vector<published::Doubt> doubts{};       // of its derived columns
  bool plan_is_edited = false;
  std::vector<Scaling> scalings{Scaling::strong};  // of its tables
  bool scaling_is_assumed = false;                 // of an imported table, if nobody said it
  Baseline baseline{};
  int rounds = 1;  // of each rung
  stats::Rounds rounds_are = stats::Rounds::paired;
  std::optional<int> rounds_at_most{};   // of a sweep that ends them early
  std::vector<int> rounds_before{};      // how many there were each time that rounds were added
  std::vector<int> later_rounds{};       // that hold only what was added later, and its baseline
  std::vector<int> confirming_rounds{};  // that run only to confirm that an assertion is missed
  std::vector<std::string> left_out{};   // what the sweep file no longer has; its runs are kept
  std::int64_t seed = 0;
  std::vector<std::string> axes{};
  Metric metric{};                       // what the values are
  std::vector<MetricPattern> further{};  // what else the program prints
  Advice advise = default_advice();      // the rule of the verdicts
  std::vector<Assertion> assertions{};
  std::vector<CampaignLine> campaign{};
  std::optional<Until> until{};           // `rounds` is then the most
  std::string climb{};                    // the condition under which the next larger rung ran; empty: none
  std::vector<std::string> not_needed{};  // why runs of rungs that were measured did not run
  bool is_scheduled = false;              // by Slurm: jobs ask for resources, and are billed
  bool shares_nodes = false;              // rungs ran one after another in one allocation
};

/// All results of a sweep. Each format shows a part of it; JSON shows everything.
struct Report {
  ReportHead head{};
  std::vector<ScalingTable> tables{};                     // one for each combination of the axes
  std::vector<ScalingTable> controls{};                   // those of runs without synchronisation
  std::vector<answer::Verdict> verdicts{};                // on each table
  std::vector<std::vector<losses::RungLosses>> losses{};  // of each table
  std::vector<answer::JudgedAssertion> assertions{};      // of all tables
  std::vector<losses::Straggler> stragglers{};            // across all of them
  std::vector<losses::SlowNode> slow_nodes{};             // the same, of runs that do not tell ranks apart
  std::vector<std::string> warnings{};                    // why a value may not be trusted
  std::vector<std::string> notes{};                       // how to read the values
};

/// The word for the values of a rung: "round", or "run" if their rounds are unknown.
inline std::string word_for_round(const ReportHead& head) {
  return head.rounds_are == stats::Rounds::paired ? "round" : "run";
}

/// What tells each measured run from all others, but not from itself in a copy of its directory. Empty if the
/// directory has no id.
std::set<std::string> identities_of(const Report& report);

/// Calls visit(table, point) for every rung of every table, in the order of the report: for what is said of a
/// rung's comparison with others. A rung that two ladders share comes twice.
template <class Visit>
void for_each_comparison(const Report& report, const Visit& visit) {
  for (const auto& table : report.tables)
    for (const auto& point : table.points) visit(table, point);
}

/// The same for what is said of runs: those that two ladders share come once.
template <class Visit>
void for_each_point(const Report& report, const Visit& visit) {
  for_each_comparison(report, [&](const ScalingTable& table, const ScalingPoint& point) {
    if (!point.is_shared || table.scaling == report.head.scalings.front()) visit(table, point);
  });
}

/// Calls visit(point, run) for each run that has a value.
template <class Visit>
void for_each_measured_run(const Report& report, const Visit& visit) {
  for_each_point(report, [&](const auto&, const ScalingPoint& point) {
    for (const auto& run : point.runs)
      if (run.value) visit(point, run);
  });
}

/// A condition that all measured runs of some tables report alike, as text. Empty if they differ, or if a run
/// does not report it.
std::string common_condition(const std::vector<const ScalingTable*>& tables, const std::string& key);

/// What tells a table from the others of its report: "weak, precision bf16". Empty for an only one.
std::string table_name(const ScalingTable& table);

/// A rung as texts name it: "2gpu", or "2gpu (weak, precision bf16)" if there are several tables.
std::string point_name(const ScalingTable& table, const std::string& rung);

/// The measured rungs of which nothing says on how many nodes they are.
std::vector<std::string> rungs_without_nodes(const Report& report);

/// True of a rung that a table counts in cores: the number of its ranks is unknown.
bool counts_cores(const ScalingPoint& point);

/// "8 GPUs", "8 cores" or "8 ranks", of such as a rung has.
std::string counted_workers(const ScalingPoint& point, std::int64_t count);

// Additional columns: medians over the measured runs of a rung.

std::optional<double> loop_seconds(const ScalingPoint& point);
std::optional<double> further_figure(const ScalingPoint& point, std::string_view name);

/// The columns beside the speed: accuracy, whoever tells it, and what else the sweep file names.
std::vector<MetricPattern> further_metrics(const ReportHead& head);

/// What such a column is called: "memory GiB"; a share or a bare number by its name.
std::string title_of(const MetricPattern& metric);

/// Such a figure as text, a share from 0 to 1; empty if it is unknown.
std::string further_text(const ScalingPoint& point, const MetricPattern& metric);

/// Over all GPUs and runs, except runs in which the monitor saw GPUs of others.
GpuUsage gpu_usage_of(const ScalingPoint& point);

/// True if the monitor saw as many GPUs as the run has ranks: on a shared node it may see other jobs' GPUs.
bool saw_only_own_gpus(const ScalingPoint& point, const Measurement& run);

}  // namespace scalegen::report

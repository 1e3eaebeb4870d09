#pragma once
#include <set>
#include <string>
#include <vector>

#include "analysis/losses/slow_node.hpp"
#include "analysis/losses/waterfall.hpp"
#include "analysis/scaling/points.hpp"
#include "analysis/scaling/report_head.hpp"
#include "analysis/verdict/assertions.hpp"
#include "analysis/verdict/choices.hpp"
#include "analysis/verdict/verdict.hpp"

namespace scalegen::report {

/// All results of a sweep. Each format shows a part of it; JSON shows everything.
struct Report {
  ReportHead head{};
  std::vector<ScalingTable> tables{};                     // one for each combination of the axes
  std::vector<ScalingTable> controls{};                   // those of runs without synchronisation
  std::vector<verdict::Verdict> verdicts{};               // on each table
  std::vector<verdict::Choice> choices{};                 // between the tables
  std::vector<std::vector<losses::RungLosses>> losses{};  // of each table
  std::vector<verdict::JudgedAssertion> assertions{};     // of all tables
  std::vector<losses::SlowNode> slow_nodes{};             // across all tables
  Findings findings{};                                    // why a value may not be trusted, or how to read it
  std::vector<std::string> warnings{};                    // of these
  std::vector<std::string> notes{};                       // how to read the values
};

/// What tells each measured run from all others, but not from itself in a copy of its directory. Empty if the
/// directory has no id.
std::set<std::string> identities_of(const Report& report);

/// A condition that all measured runs of some tables report alike, as text. Empty if they differ, or if a run
/// does not report it.
std::string common_condition(const std::vector<const ScalingTable*>& tables, const std::string& key);

/// The largest rung that was measured: by ranks, then nodes. Null without one.
const ScalingPoint* largest_rung(const Report& report);

/// The measured rungs of which nothing says on how many nodes they are.
std::vector<std::string> rungs_without_nodes(const Report& report);

// Additional columns: medians over the measured runs of a rung.

std::optional<double> loop_seconds(const ScalingPoint& point);
std::optional<double> further_figure(const ScalingPoint& point, std::string_view name);

/// The columns beside the speed: accuracy, whoever tells it, and what else the sweep file names.
std::vector<MetricPattern> further_metrics(const ReportHead& head);

/// What such a column is called: "memory GiB"; a share or a bare number by its name.
std::string title_of(const MetricPattern& metric);

/// Such a figure as text, a share from 0 to 1; empty if it is unknown.
std::string further_text(const ScalingPoint& point, const MetricPattern& metric);

/// The figures of a rung that have a star: of "typical", "speedup", "efficiency", "per_doubling".
std::vector<std::string> starred_figures(const ScalingTable& table, const ScalingPoint& point);

/// Over all GPUs and runs, except runs in which the monitor saw GPUs of others.
GpuUsage gpu_usage_of(const ScalingPoint& point);

}  // namespace scalegen::report

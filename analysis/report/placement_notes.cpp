#include "analysis/report/notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/document/texts.hpp"
#include "analysis/scaling/points.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

using Names = std::set<std::string>;

/// The measured runs by what is known of their placement.
struct PlacedRuns {
  int measured = 0;
  int recorded = 0;
  int as_asked = 0;
  int partly_seen = 0;
  std::vector<std::string> partly_seen_rungs{};
};

std::string as_asked_text(const PlacedRuns& runs) {
  if (runs.as_asked == runs.measured)
    return runs.measured == 1 ? "as asked" : fmt::format("as asked in all {} runs", runs.measured);
  auto text = fmt::format("as asked in {} of {}", runs.as_asked, counted(runs.recorded, "run"));
  if (runs.partly_seen > 0)
    text += fmt::format(", not seen beyond the command's node in {} ({})", runs.partly_seen,
                        join_truncated(runs.partly_seen_rungs));
  if (runs.recorded < runs.measured)
    text += fmt::format(", not recorded in {}", runs.measured - runs.recorded);
  return text;
}

int measured_runs(const Report& report) {
  int count = 0;
  for_each_point(report.tables, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) count += run.value ? 1 : 0;
  });
  return count;
}

PlacedRuns placed_runs(const Report& report) {
  PlacedRuns runs{.measured = measured_runs(report)};
  for_each_recorded_run(report.tables, [&](const auto& name, const auto& run) {
    ++runs.recorded;
    runs.as_asked += is_as_asked(run.placement) ? 1 : 0;
    if (run.placement.unseen_nodes == 0) return;
    ++runs.partly_seen;
    auto& rungs = runs.partly_seen_rungs;
    if (rungs.empty() || rungs.back() != name) rungs.push_back(name);
  });
  return runs;
}

}  // namespace

std::string transports_text(const Report& report) {
  RungsByValue groups;
  for_each_recorded_run(report.tables, [&](const auto& name, const auto& run) {
    const auto& transports = run.placement.nccl_transports;
    if (!transports.empty()) add_rung(groups, fmt::format("{}", fmt::join(transports, " and ")), name);
  });
  if (groups.empty()) return "";
  return "; NCCL over " + (groups.size() == 1 ? groups.begin()->first : grouped_text(groups, " in "));
}

Texts placement_notes(const Report& report) {
  const auto as_asked = as_asked_text(report);
  if (as_asked.empty()) return {};
  Names nodes;
  for_each_recorded_run(report.tables,
                        [&](const auto&, const auto& run) { nodes.merge(nodes_of(run.placement)); });
  return {fmt::format("placement: {}; {}{}", as_asked, nodes_text(nodes), transports_text(report))};
}

std::string placement_text(const ScalingPoint& point) {
  if (const auto* misplaced = find(point.findings, FindingKind::misplaced))
    return std::string(fact_of(*misplaced, "differences"));
  std::vector<const Placement*> placements;
  for (const auto& run : point.runs)
    if (run.value) placements.push_back(&run.placement);
  const auto all = [&](const auto& is) {
    return std::ranges::all_of(placements, [&](const auto* placement) { return is(*placement); });
  };
  if (placements.empty()) return "";
  if (!all(is_recorded)) return "not recorded";
  return all(is_as_asked) ? "as asked" : "not seen beyond the command's node";
}

std::string as_asked_text(const Report& report) {
  const auto runs = placed_runs(report);
  return runs.recorded == 0 ? "" : as_asked_text(runs);
}

}  // namespace scalegen::report

#include "analysis/finders/finders.hpp"

#include <array>
#include <map>

namespace scalegen::finders {
namespace {

using Finder = Findings (*)(const Measured&);

// In the order in which a report tells what they find; each sees what those before it have found.
constexpr auto kFinders = std::to_array<Finder>({
    runs_alone,
    edited_plans,
    control_runs,
    missing_speedups,
    differing_conditions,
    differing_doublings,
    edited_scripts,
    changed_programs,
    resumptions,
    shared_folders,
    processes_that_went_on,
    misplaced_runs,
    unbound_ranks,
    differing_switches,
    differing_networks,
    doubtful_times,
    runs_of_start_up,
    short_runs,
    silent_runs,
    disturbances,
    short_loads,
    unexplained_scatter,
    efficiencies_beyond_ideal,
    doublings_beyond_ideal,
    lower_accuracies,
    undivided_work,
    stated_batches,
    open_columns,
    published_doubts,
    assumed_scaling,
    other_bills,
    totals,
    doubtful_matches,
    doubtful_gpus,
    refused_phases,
    other_samples,
    contradictions,
    lost_steps,
    beyond_peaks,
    slow_first_runs,
    idle_gpus,
    emulated_precisions,
    start_ups,
    older_wall_times,
    missing_scatter,
    differing_nodes,
    differing_clocks,
    noted_differences,
    unchecked_conditions,
    runs_measured_again,
    load_rules,
});

/// The points of tables by the names that findings have for them; one that two ladders share is there twice.
using PointsByName = std::multimap<std::string, ScalingPoint*>;

PointsByName points_by_name(std::vector<ScalingTable>& tables) {
  PointsByName points;
  for (auto& table : tables)
    for (auto& point : table.points) points.emplace(point_name(table, point.rung), &point);
  return points;
}

// A rung's finding names that rung alone: one that concerns thousands of rungs is not copied whole to each.
void add_to_points(const Finding& finding, const PointsByName& points) {
  Finding own{.kind = finding.kind, .rounds = finding.rounds, .facts = finding.facts};
  for (const auto& rung : finding.rungs) {
    own.rungs = {rung};
    for (auto [named, end] = points.equal_range(rung); named != end; ++named)
      named->second->findings.push_back(own);
  }
}

void remove_claims_of_no_work(ScalingTable& table) {
  for (auto& point : table.points)
    std::erase_if(point.claims, [&](const Claim& claim) {
      return did_no_work(point) || did_no_work(table.points[claim.divided]);
    });
}

}  // namespace

Findings find_all(std::vector<ScalingTable>& tables, const report::ReportHead& head) {
  const auto points = points_by_name(tables);
  Findings all;
  for (const auto finder : kFinders)
    for (auto& finding : finder({tables, head})) {
      add_to_points(finding, points);
      all.push_back(std::move(finding));
    }
  for (auto& table : tables) remove_claims_of_no_work(table);
  return all;
}

}  // namespace scalegen::finders

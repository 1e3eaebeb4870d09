#include "analysis/finders/find_all.hpp"

#include <array>
#include <map>

#include "analysis/finders/finders.hpp"

namespace scalegen {
namespace {

using Finder = Findings (*)(const finders::Measured&);

// In the order in which a report tells what they find; each sees what those before it have found.
constexpr auto kFinders = std::to_array<Finder>({
    finders::edited_plans,
    finders::control_runs,
    finders::missing_speedups,
    finders::differing_conditions,
    finders::differing_doublings,
    finders::edited_scripts,
    finders::changed_programs,
    finders::resumptions,
    finders::shared_folders,
    finders::processes_that_went_on,
    finders::misplaced_runs,
    finders::unbound_ranks,
    finders::differing_switches,
    finders::differing_networks,
    finders::runs_alone,
    finders::runs_of_start_up,
    finders::short_runs,
    finders::silent_runs,
    finders::disturbances,
    finders::unexplained_scatter,
    finders::efficiencies_beyond_ideal,
    finders::doublings_beyond_ideal,
    finders::lower_accuracies,
    finders::undivided_work,
    finders::open_columns,
    finders::published_doubts,
    finders::assumed_scaling,
    finders::totals,
    finders::doubtful_matches,
    finders::doubtful_gpus,
    finders::refused_phases,
    finders::other_samples,
    finders::contradictions,
    finders::lost_steps,
    finders::beyond_peaks,
    finders::slow_first_runs,
    finders::idle_gpus,
    finders::start_ups,
    finders::missing_scatter,
    finders::differing_nodes,
    finders::differing_clocks,
    finders::noted_differences,
    finders::unchecked_conditions,
    finders::runs_measured_again,
    finders::load_rules,
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
      return finders::did_no_work(point) || finders::did_no_work(table.points[claim.divided]);
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

}  // namespace scalegen

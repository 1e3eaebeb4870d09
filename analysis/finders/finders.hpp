#pragma once
#include <vector>

#include "analysis/scaling/points.hpp"
#include "analysis/scaling/report_head.hpp"
#include "analysis/trust/finding.hpp"

namespace scalegen::finders {

/// All reasons to doubt what was measured or to read it with care. Each point of the tables gets those that
/// concern it. Claims of rungs that did no work are taken away: they say nothing, and share no error level.
Findings find_all(std::vector<ScalingTable>& tables, const report::ReportHead& head);

/// The input of the finders: the tables of a sweep, controls taken away, and the head of its report.
struct Measured {
  const std::vector<ScalingTable>& tables;
  const report::ReportHead& head;
};

/// The measured runs of a rung of which something is true.
template <class Is>
std::vector<const Measurement*> runs_that(const ScalingPoint& point, const Is& is) {
  std::vector<const Measurement*> runs;
  for (const auto& run : point.runs)
    if (run.value && is(run)) runs.push_back(&run);
  return runs;
}

/// The rounds of some runs of a rung; none if it has one run alone.
inline std::vector<int> rounds_of(const ScalingPoint& point, const std::vector<const Measurement*>& runs) {
  std::vector<int> rounds;
  if (point.runs.size() == 1) return rounds;
  for (const auto* run : runs) rounds.push_back(run->round);
  return rounds;
}

/// A finding for each rung with measured runs of which something is true: their rounds, and facts of the
/// first.
template <class Is, class FactsOf>
Findings for_rungs_with(const Measured& measured, FindingKind kind, const Is& is, const FactsOf& facts_of) {
  Findings found;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    if (const auto runs = runs_that(point, is); !runs.empty())
      found.push_back(
          {kind, {point_name(table, point.rung)}, rounds_of(point, runs), facts_of(*runs.front())});
  });
  return found;
}

/// "torch is 2.3 here and 2.1 in the baseline; ...", of differences with at least such a consequence.
std::string differences_text(const std::vector<Difference>& differences, Consequence least,
                             const std::string& other);

// Edits to the plan, scripts, files of the program.
Findings edited_plans(const Measured& measured);
Findings edited_scripts(const Measured& measured);
Findings changed_programs(const Measured& measured);

// Conditions that differ from those of the rung that it is compared with, or that nobody knows.
Findings missing_speedups(const Measured& measured);
Findings differing_conditions(const Measured& measured);
Findings differing_doublings(const Measured& measured);
Findings noted_differences(const Measured& measured);
Findings unchecked_conditions(const Measured& measured);

// Files that one run left and another found.
Findings resumptions(const Measured& measured);
Findings shared_folders(const Measured& measured);

// The places of ranks, compared with what was asked for and with other runs.
Findings misplaced_runs(const Measured& measured);
Findings unbound_ranks(const Measured& measured);
Findings differing_switches(const Measured& measured);
Findings differing_networks(const Measured& measured);
Findings differing_nodes(const Measured& measured);
Findings differing_clocks(const Measured& measured);

// Signs that ranks did not work together, or did no work.
Findings control_runs(const Measured& measured);
Findings runs_alone(const Measured& measured);
Findings runs_of_start_up(const Measured& measured);
Findings short_runs(const Measured& measured);
Findings silent_runs(const Measured& measured);
bool did_no_work(const ScalingPoint& point);  // as these four have found
Findings start_ups(const Measured& measured);
Findings undivided_work(const Measured& measured);
Findings stated_batches(const Measured& measured);
Findings processes_that_went_on(const Measured& measured);
Findings doubtful_times(const Measured& measured);
Findings older_wall_times(const Measured& measured);
Findings other_bills(const Measured& measured);

// Other work of the machine.
Findings disturbances(const Measured& measured);
Findings short_loads(const Measured& measured);
Findings unexplained_scatter(const Measured& measured);
Findings load_rules(const Measured& measured);

// Figures that equal work does not explain.
Findings efficiencies_beyond_ideal(const Measured& measured);
Findings doublings_beyond_ideal(const Measured& measured);
Findings lower_accuracies(const Measured& measured);
Findings missing_scatter(const Measured& measured);

// Columns of a table that may mean several things.
Findings open_columns(const Measured& measured);
Findings published_doubts(const Measured& measured);
Findings assumed_scaling(const Measured& measured);

// Matches of a run that may be figures of several things.
Findings totals(const Measured& measured);
Findings doubtful_matches(const Measured& measured);

// Doubts that monitors and event lines leave.
Findings doubtful_gpus(const Measured& measured);
Findings refused_phases(const Measured& measured);
Findings other_samples(const Measured& measured);
Findings contradictions(const Measured& measured);
Findings lost_steps(const Measured& measured);
Findings beyond_peaks(const Measured& measured);
Findings idle_gpus(const Measured& measured);
Findings emulated_precisions(const Measured& measured);

// Runs that were slow for being the first, or that were measured more than once.
Findings slow_first_runs(const Measured& measured);
Findings runs_measured_again(const Measured& measured);

}  // namespace scalegen::finders

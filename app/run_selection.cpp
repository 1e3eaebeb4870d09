#include "app/run_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/analyse.hpp"
#include "analysis/scaling/slow_first.hpp"
#include "app/ladder_selection.hpp"
#include "core/try.hpp"
#include "runner/outcome_of_attempt.hpp"

namespace scalegen {
namespace {

/// The number of runs if the plan has no such run.
std::size_t position_in(const Plan& plan, const std::string& run) {
  const auto found = std::ranges::find(plan.runs, run, &Run::id);
  return static_cast<std::size_t>(found - plan.runs.begin());
}

/// The plan has the run.
const Job& job_with(const std::string& run, const Plan& plan) {
  return *std::ranges::find_if(
      plan.jobs, [&](const Job& job) { return std::ranges::find(job.runs, run) != job.runs.end(); });
}

bool may_be_measured(const RunRecord& record) { return !has_ended(record) && record.not_needed.empty(); }

}  // namespace

std::vector<OnceMore> runs_once_more(const RunDirectory& directory, const Plan& plan,
                                     const std::vector<RunRecord>& records) {
  const auto measured = measured_ladders(plan, records, measure_all(records, plan.head, directory));
  const auto record_of = [&](const std::string& run) { return records[position_in(plan, run)]; };
  std::map<std::string, OnceMore> all;  // two ladders may share a rung
  for (const auto& ladder : measured.ladders)
    for (const auto& rung : ladder.rungs) {
      const auto first = slow_first(rung.runs, measured.metric.quantity);
      if (first && !first->is_put_aside && std::ranges::none_of(rung.runs, [&](const auto& run) {
            return may_be_measured(record_of(run.run));
          }))
        all[first->run] = {record_of(first->run), slow_first_text(*first, rung.name, measured.metric)};
    }
  std::vector<OnceMore> runs;
  for (auto& [id, run] : all) runs.push_back(std::move(run));
  return runs;
}

Result<std::vector<RunSelection>> select_runs_in(const RunDirectory& directory, const Plan& plan,
                                                 const std::vector<RunRecord>& records,
                                                 MeasurementCache& cache) {
  if (!measures_no_more_than_needed(plan.head) || records.empty()) return std::vector<RunSelection>();
  return select_runs(plan, records,
                     measured_ladders(plan, records, cache.measure(records, plan.head, directory)));
}

Result<RunSelection> select_in_turn(const RunDirectory& directory, const Plan& plan, const std::string& run,
                                    std::chrono::system_clock::time_point now) {
  const auto of_run = position_in(plan, run);
  if (of_run == plan.runs.size())
    return failure(fmt::format("'{}' has no run '{}'", directory.root.string(), run));
  TRY_ASSIGN(const auto records, outcomes(plan, directory, {.now = now}));
  MeasurementCache none;
  TRY_ASSIGN(const auto selections, select_runs_in(directory, plan, records, none));
  if (selections.empty()) return RunSelection{};
  const auto& selection = selections[of_run];
  if (selection.kind != RunSelection::Kind::later) return selection;
  for (const auto& other : job_with(run, plan).runs)
    if (const auto& record = records[position_in(plan, other)]; record.outcome && !has_ended(record))
      return RunSelection{RunSelection::Kind::later, other + " is to be tried again first"};
  if (is_confirming(plan.head, records[of_run].run.round))
    return RunSelection{RunSelection::Kind::later,
                        "runs of other jobs, which tell whether an assertion is missed, have not ended"};
  return RunSelection{};
}

Result<void> mark_not_needed(const RunDirectory& directory, const Plan& plan,
                             std::vector<RunRecord>& records) {
  MeasurementCache none;
  TRY_ASSIGN(auto selections, select_runs_in(directory, plan, records, none));
  for (std::size_t i = 0; i < selections.size(); ++i)
    if (records[i].attempt.empty() && selections[i].kind == RunSelection::Kind::never)
      records[i].not_needed = std::move(selections[i].reason);
  return {};
}

Result<void> mark_not_needed(const RunDirectory& directory, const Plan& plan, std::vector<RunStatus>& runs) {
  if (!measures_no_more_than_needed(plan.head)) return {};
  auto records = records_of(runs);
  TRY(mark_not_needed(directory, plan, records));
  for (std::size_t i = 0; i < runs.size(); ++i) {
    auto& reason = records[i].not_needed;
    if (shares_nodes(plan) && !reason.empty())
      runs[i].job.reset();  // its job goes on with others, or has ended
    if (!runs[i].job) runs[i].record.not_needed = std::move(reason);
  }
  return {};
}

}  // namespace scalegen

#include "app/once_more.hpp"

#include <algorithm>
#include <map>

#include "analysis/analyse.hpp"
#include "analysis/measurement/measurement.hpp"
#include "analysis/scaling/slow_first.hpp"
#include "runner/outcome_policy.hpp"

namespace scalegen {
namespace {

/// False of a run that is to be tried again.
bool has_ended(const RunRecord& record) { return record.outcome && !is_due(record, false); }

}  // namespace

std::vector<OnceMore> runs_once_more(const RunDirectory& directory, const Plan& plan,
                                     const std::vector<RunRecord>& records) {
  const auto measured = measured_ladders(plan, records, measure_all(records, plan.head, directory));
  const auto record_of = [&](const std::string& run) {
    return *std::ranges::find_if(records, [&](const RunRecord& record) { return record.run.id == run; });
  };
  std::map<std::string, OnceMore> all;  // two ladders may share a rung
  for (const auto& ladder : measured.ladders)
    for (const auto& rung : ladder.rungs) {
      const auto first = slow_first(rung.runs, measured.metric.quantity);
      if (first && !first->is_put_aside && first->state.empty() &&
          std::ranges::all_of(rung.runs, [&](const auto& run) { return has_ended(record_of(run.run)); }))
        all[first->run] = {record_of(first->run), slow_first_text(*first, rung.name, measured.metric)};
    }
  std::vector<OnceMore> runs;
  for (auto& [id, run] : all) runs.push_back(std::move(run));
  return runs;
}

}  // namespace scalegen

#include "runner/run_selection.hpp"

#include <algorithm>

#include "core/try.hpp"

namespace scalegen {

Result<void> update_selections(Sweep& sweep) {
  sweep.selections_are_old = false;
  const auto& records = sweep.campaign.records();
  TRY_ASSIGN(const auto selections, sweep.observer.select_runs(records));
  if (selections.empty()) return {};
  sweep.waiting.clear();
  std::vector<std::string> reasons;
  for (std::size_t i = 0; i < selections.size(); ++i) {
    reasons.push_back(selections[i].kind == RunSelection::Kind::never ? selections[i].reason : "");
    if (selections[i].kind == RunSelection::Kind::later) sweep.waiting.insert(records[i].run.id);
  }
  sweep.campaign.set_not_needed(reasons);
  return {};
}

Result<void> settle_not_needed(Sweep& sweep) {
  if (!sweep.selections_are_old) return {};
  TRY(update_selections(sweep));
  std::vector<JobIndex> settled;
  for (const auto job : sweep.pending) {
    const auto records = sweep.campaign.records_of(job);
    if (std::ranges::any_of(records, [](const auto& r) { return !r.not_needed.empty(); }) &&
        !is_due(sweep, job))
      settled.push_back(job);
  }
  for (const auto job : settled) {
    std::erase(sweep.pending, job);
    drop(sweep, job);
    TRY(advance(sweep, job, JobEvent::ended));
  }
  return {};
}

bool is_ready(const Sweep& sweep, JobIndex job) {
  if (sweep.waiting.empty()) return true;
  const auto due = due_runs(sweep, job);
  return due.empty() ||
         std::ranges::any_of(due, [&](const std::string& run) { return !sweep.waiting.contains(run); });
}

bool put_ready_first(Sweep& sweep) {
  const auto ready = std::ranges::find_if(sweep.pending, [&](JobIndex job) { return is_ready(sweep, job); });
  if (ready == sweep.pending.end()) return false;
  std::rotate(sweep.pending.begin(), ready, ready + 1);
  return true;
}

void leave_to_next_call_if_stuck(Sweep& sweep) {
  if (!sweep.active.empty() || put_ready_first(sweep)) return;
  for (const auto job : sweep.pending) drop(sweep, job);
  sweep.pending.clear();
}

}  // namespace scalegen

#include "runner/trial.hpp"

#include <algorithm>
#include <tuple>

#include "runner/outcome_policy.hpp"

namespace scalegen {

namespace {

auto size_order(const Run& run) {
  return std::tuple(world_size(run.rung), run.rung.nodes, run.rung.device, run.round);
}

bool is_begun(const RunStatus& run) { return run.job || is_running(run.record) || has_completed(run.record); }

JobIndex job_of(const Campaign& campaign, const std::string& run) {
  const auto& jobs = campaign.plan().jobs;
  return static_cast<JobIndex>(
      std::find_if(jobs.begin(), jobs.end(),
                   [&](const Job& job) { return std::count(job.runs.begin(), job.runs.end(), run) > 0; }) -
      jobs.begin());
}

bool is_under_way(const Sweep& sweep, JobIndex job) {
  return std::count(sweep.pending.begin(), sweep.pending.end(), job) > 0 ||
         std::any_of(sweep.active.begin(), sweep.active.end(),
                     [&](const ActiveJob& active) { return active.job == job; });
}

// Which rank was the first to fail, and on which node, is no other reason.
std::string reason_of(const RunRecord& record) {
  const auto* const failed = std::get_if<Failed>(&*record.outcome);
  if (failed == nullptr || !failed->reason.starts_with("rank ")) return describe(*record.outcome);
  const auto colon = failed->reason.find(": ");
  return colon == std::string::npos ? failed->reason : failed->reason.substr(colon + 2);
}

bool has_failed_by_itself(const RunRecord& record) {
  return record.outcome && policy_of(*record.outcome).retry == Retry::on_request;
}

}  // namespace

const Run* trial_of(const Plan& plan) {
  if (shares_nodes(plan) || plan.runs.size() < 2) return nullptr;
  return &*std::min_element(plan.runs.begin(), plan.runs.end(),
                            [](const Run& a, const Run& b) { return size_order(a) < size_order(b); });
}

void choose_trial(Sweep& sweep, const std::vector<RunStatus>& runs) {
  const auto* const trial = sweep.options.trial ? trial_of(sweep.campaign.plan()) : nullptr;
  if (trial == nullptr) return;
  bool completed = false;
  bool others_tried = false;
  bool others_follow = false;
  for (const auto& run : runs) {
    if (run.record.run.id == trial->id) {
      completed = has_completed(run.record);
      continue;
    }
    if (is_begun(run)) return;
    others_tried = others_tried || !run.record.attempt.empty();
    others_follow =
        others_follow || is_due(sweep.campaign.record(run.record.run.id), sweep.options.retry_failed);
  }
  if (others_follow && !(completed && others_tried)) sweep.trial = job_of(sweep.campaign, trial->id);
}

void begin_with_trial(Sweep& sweep) {
  if (!sweep.trial || std::erase(sweep.pending, *sweep.trial) == 0) return;
  sweep.pending.push_front(*sweep.trial);
}

void look_at_trial(Sweep& sweep) {
  if (!sweep.trial || is_under_way(sweep, *sweep.trial)) return;
  const auto record = sweep.campaign.records_of(*sweep.trial).front();
  sweep.trial.reset();
  if (is_done(sweep)) return;
  SweepStop stop{.kind = SweepStop::Kind::trial_failed, .runs = {record}};
  if (has_completed(record)) {
    stop.kind = SweepStop::Kind::trial_unmeasured;
    stop.reason = sweep.observer.look_at_trial(record, sweep.pending.size());
    if (stop.reason.empty()) return;
  } else {
    stop.reason = record.outcome ? describe(*record.outcome) : "was cancelled in the queue";
  }
  sweep.stop = std::move(stop);
}

void look_at_round_one(Sweep& sweep) {
  if (sweep.stop || is_done(sweep)) return;
  SweepStop stop{.kind = SweepStop::Kind::round_failed};
  bool in_this_call = false;
  for (const auto& record : sweep.campaign.records()) {
    if (record.run.round != 1) continue;
    if (!has_failed_by_itself(record)) return;
    const auto reason = reason_of(record);
    if (!stop.runs.empty() && reason != stop.reason) return;
    stop.reason = reason;
    stop.runs.push_back(record);
    in_this_call = in_this_call || sweep.submissions[job_of(sweep.campaign, record.run.id)] > 0;
  }
  if (in_this_call && stop.runs.size() > 1) sweep.stop = std::move(stop);
}

}  // namespace scalegen

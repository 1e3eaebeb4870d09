#include "runner/cancellation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/attempt_files.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/outcome_policy.hpp"
#include "runner/ownership.hpp"
#include "runner/run_ledger.hpp"
#include "runner/run_lock.hpp"
#include "runner/run_status.hpp"

namespace scalegen {

namespace {

Result<void> check_not_followed(const RunDirectory& directory) {
  TRY_ASSIGN(const auto holder, living_holder(directory.lock()));
  if (!holder) return {};
  return lock_taken(directory.root, *holder, {"it would submit again what is cancelled"});
}

// The person wants the jobs ended, on a full disk too. The next command asks Slurm what became of them.
tl::unexpected<Diagnostics> ended_but_not_recorded(const RunDirectory& directory, std::size_t jobs,
                                                   const Diagnostics& why) {
  return failure(
      fmt::format("{} ended, but that could not be written down: {}",
                  counted(static_cast<std::int64_t>(jobs), "job"), why.front().message),
      fmt::format("no job of this sweep is left; when its directory can be written again, run what "
                  "is missing: scalegen sweep {}",
                  shell_quote(directory.root.string())),
      why.front().notes);
}

// scancel signals a job's step first: its script may have reported that end before its own signal came.
bool was_ended_by_signal(const Outcome& outcome) {
  constexpr int kEndedBySigterm = 128 + 15;
  constexpr int kEndedBySigkill = 128 + 9;
  const auto* const failed = std::get_if<Failed>(&outcome);
  return failed != nullptr &&
         (failed->exit_status == kEndedBySigterm || failed->exit_status == kEndedBySigkill);
}

bool may_be_cancelled(const RunRecord& record) {
  if (is_running(record)) return true;
  return record.outcome &&
         (std::holds_alternative<Cancelled>(*record.outcome) || was_ended_by_signal(*record.outcome));
}

Result<void> record_running(RunLedger& ledger, JobIndex job, const std::set<std::string>& runs) {
  const bool tool_ends_scripts = !submits_jobs(ledger.plan().head);
  for (const auto& record : ledger.records_of(job)) {
    const bool was_ended = may_be_cancelled(record) || (tool_ends_scripts && may_be_of_ended_script(record));
    if (!runs.contains(record.run.id) || !was_ended) continue;
    ledger.apply_scheduler_outcome(job, record.attempt, Cancelled{});
    TRY(ledger.persist_outcomes(job));
  }
  return {};
}

Result<void> record_queued(RunLedger& ledger, JobIndex job, const std::set<std::string>& runs,
                           const OpenSubmissions& open) {
  const auto records = ledger.records_of(job);
  const auto submission = submission_of(ledger.job(job), records, open);
  const bool was_cancelled =
      std::ranges::any_of(records, [&](const RunRecord& record) { return runs.contains(record.run.id); });
  if (!submission || !was_cancelled) return {};
  return ledger.record(
      JobEntry{.event = JobEvent::never_started, .job = ledger.job(job).id, .attempt = submission->attempt});
}

/// Under a scheduler those that bear the sweep's mark, recorded or not; on this machine what a tool started.
Result<std::vector<JobId>> jobs_to_cancel(const SweepStatus& all, Scheduler& scheduler) {
  if (scheduler.traits().keeps_jobs)
    return all.sweep_id.empty() ? std::vector<JobId>() : scheduler.find_all(all.sweep_id);
  std::set<JobId> jobs;
  for (const auto& run : all.runs)
    if (is_with_scheduler(run) && attempt_number(run.job->attempt) > 0) jobs.insert(run.job->id);
  return std::vector(jobs.begin(), jobs.end());
}

}  // namespace

Result<CancelledJobs> cancel_sweep(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                                   Clock& clock) {
  TRY(check_own_directory(directory));
  TRY(check_not_followed(directory));
  TRY(check_cluster(directory, plan, scheduler, clock));
  TRY_ASSIGN(const auto all, query_status(directory, plan, scheduler, clock));
  CancelledJobs jobs;
  TRY_ASSIGN(jobs.ended, jobs_to_cancel(all, scheduler));
  TRY(scheduler.cancel(jobs.ended));
  std::set<std::string> runs;
  for (const auto& run : all.runs) {
    if (!is_with_scheduler(run)) continue;
    if (std::ranges::any_of(jobs.ended, [&](const JobId& id) { return is_same_job(id, run.job->id); }))
      runs.insert(run.record.run.id);
    else if (std::ranges::find(jobs.left, run.job->id) == jobs.left.end())
      jobs.left.push_back(run.job->id);
  }
  if (const auto recorded = record_cancelled(directory, plan, runs, clock); !recorded)
    return ended_but_not_recorded(directory, jobs.ended.size(), recorded.error());
  return jobs;
}

Result<void> record_cancelled(const RunDirectory& directory, const Plan& plan,
                              const std::set<std::string>& runs, Clock& clock) {
  if (runs.empty()) return {};
  TRY_ASSIGN(const auto lock, Lock::take(directory.lock(), clock));
  TRY_ASSIGN(auto journal, Journal::open(directory.journal(), clock));
  TRY_ASSIGN(auto records, outcomes(plan, directory, {.now = clock.now()}));
  const auto open = replay(journal.content().text);
  RunLedger ledger(directory, plan, journal, clock, std::move(records));
  for (JobIndex job = 0; job < ledger.job_count(); ++job) {
    TRY(record_running(ledger, job, runs));
    TRY(record_queued(ledger, job, runs, open));
  }
  return {};
}

}  // namespace scalegen

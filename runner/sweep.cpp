#include "runner/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/try.hpp"
#include "runner/outcome_policy.hpp"

namespace scalegen {

namespace {

bool is_open(const RunRecord& record) {
  return !record.outcome || !record.is_persisted || is_infrastructure_failure(*record.outcome);
}

// Runs that share a job have outcomes before it ends.
std::size_t open_runs_of(const RunLedger& ledger, JobIndex index) {
  const auto& job = ledger.job(index);
  if (!job.shared) return job.runs.size();
  const auto records = ledger.records_of(index);
  return static_cast<std::size_t>(std::ranges::count_if(records, is_open));
}

std::size_t runs_done(const Sweep& sweep) {
  std::size_t open = 0;
  for (const auto* jobs : {&sweep.pending, &sweep.again})
    for (const auto job : *jobs) open += open_runs_of(sweep.ledger, job);
  for (const auto& active : sweep.active) open += open_runs_of(sweep.ledger, active.job);
  return sweep.ledger.records().size() - open;
}

// By phase: during an outage it is the last that is known.
void add_jobs(const Sweep& sweep, Progress& progress) {
  for (const auto& active : sweep.active) {
    const auto phase = sweep.phases[active.job];
    if (phase == JobPhase::running) ++progress.jobs_running;
    if (phase == JobPhase::queued && progress.jobs_queued++ == 0)
      progress.queue_reason = active.status.reason;
  }
}

void add_current_job(const Sweep& sweep, Progress& progress) {
  const auto current = std::ranges::find_if(
      sweep.active, [&](const ActiveJob& active) { return sweep.phases[active.job] == JobPhase::running; });
  if (current == sweep.active.end()) return;
  progress.current_job = sweep.ledger.job(current->job).id;
  progress.current_attempt = current->attempt;
  progress.adopted = current->adopted;
  progress.elapsed =
      std::chrono::duration_cast<std::chrono::milliseconds>(sweep.clock.now() - current->begun);
}

}  // namespace

Progress progress_of(const Sweep& sweep) {
  Progress progress{.runs_done = runs_done(sweep),
                    .runs_total = sweep.ledger.records().size(),
                    .jobs_pending = sweep.pending.size(),
                    .jobs_cancelled_in_queue = sweep.cancelled_in_queue,
                    .why_pending = sweep.why_pending,
                    .scheduler_answers = sweep.scheduler_answers,
                    .scheduler_complaint = sweep.scheduler_complaint};
  add_jobs(sweep, progress);
  add_current_job(sweep, progress);
  if (const auto all = sweep.estimate.remaining(); all && sweep.traits.capacity == 1)
    progress.remaining = std::max(*all - progress.elapsed, {});
  return progress;
}

namespace {

// One poll may see several runs end: they are counted one by one.
void report_ended(const Sweep& sweep, const std::vector<RunRecord>& records) {
  auto now = progress_of(sweep);
  for (std::size_t i = 0; i < records.size(); ++i) {
    now.ended = records[i];
    auto reported = now;
    reported.runs_done -= std::min(reported.runs_done, records.size() - 1 - i);
    sweep.observer.report(reported);
  }
}

}  // namespace

Result<void> advance(Sweep& sweep, JobIndex job, JobEvent event) {
  auto& phase = sweep.phases[job];
  if (const auto after = next(phase, event)) {
    phase = *after;
    return {};
  }
  return failure(fmt::format("a mistake in scalegen: job '{}' cannot be '{}' while it is {}",
                             sweep.ledger.job(job).id, word_of(event), word_of(phase)),
                 "please report it; the same command continues");
}

std::vector<std::string> due_runs(const Sweep& sweep, JobIndex job) {
  const auto& trials = sweep.trials;
  const bool is_trial = std::ranges::find(trials, job) != trials.end();
  const bool retry_failed = (sweep.options.retry_failed || is_trial) && sweep.submissions[job] == 0;
  std::vector<std::string> due;
  for (const auto& record : sweep.ledger.records_of(job))
    if (is_due(record, retry_failed)) due.push_back(record.run.id);
  return due;
}

void expect(Sweep& sweep, JobIndex job) {
  for (const auto& record : sweep.ledger.records_of(job)) sweep.estimate.expect(record.run.rung.name);
}

void drop(Sweep& sweep, JobIndex job) {
  for (const auto& record : sweep.ledger.records_of(job)) sweep.estimate.drop(record.run.rung.name);
}

void tell(const Sweep& sweep, JobIndex job, Notice notice) {
  if (!sweep.traits.keeps_jobs) return;
  notice.job = sweep.ledger.job(job).id;
  notice.tries = sweep.submissions[job];
  auto now = progress_of(sweep);
  now.notice = std::move(notice);
  sweep.observer.report(now);
}

Result<void> persist(Sweep& sweep, const std::vector<JobIndex>& jobs) {
  std::vector<RunRecord> all;
  for (const auto job : jobs) {
    TRY_ASSIGN(auto persisted, sweep.ledger.persist_outcomes(job));
    std::move(persisted.begin(), persisted.end(), std::back_inserter(all));
  }
  report_ended(sweep, all);
  return {};
}

bool is_followed(const Sweep& sweep, const JobId& id) {
  return std::ranges::any_of(sweep.active, [&](const ActiveJob& active) { return active.id == id; });
}

namespace {

// Under its number there may be a person's own job. On this machine a script that has ended may have left
// processes.
Result<bool> may_end(Sweep& sweep, const JobId& id, JobState state) {
  if (!sweep.traits.keeps_jobs) return state != JobState::unknown;
  if (state != JobState::waiting && state != JobState::active) return false;
  return sweep.scheduler.find_all(sweep.ledger.sweep_id()).map([&](const std::vector<JobId>& own) {
    return std::ranges::any_of(own, [&](const JobId& one) { return is_same_job(one, id); });
  });
}

}  // namespace

Result<JobState> cancel_if_alive(Sweep& sweep, const JobId& id) {
  TRY_ASSIGN(const auto statuses, sweep.scheduler.query({id}));
  const auto state = statuses.front().state;
  TRY_ASSIGN(const auto is_to_end, may_end(sweep, id, state));
  if (is_to_end) TRY(sweep.scheduler.cancel({id}));
  return state;
}

}  // namespace scalegen

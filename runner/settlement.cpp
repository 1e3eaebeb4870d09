#include "runner/sweep_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "core/try.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/outcome_policy.hpp"
#include "runner/run_status.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen {

namespace {

enum class JobUpdate {
  goes_on,
  ended,         // its runs have outcomes
  never_started  // its script ended before it claimed its attempt
};

bool has_phase(const Sweep& sweep, JobIndex job, std::initializer_list<JobPhase> phases) {
  return std::ranges::find(phases, sweep.phases[job]) != phases.end();
}

Result<void> advance_if(Sweep& sweep, JobIndex job, std::initializer_list<JobPhase> phases, JobEvent event) {
  return has_phase(sweep, job, phases) ? advance(sweep, job, event) : Result<void>();
}

// By its claim: the poll that sees it run may come a minute later.
Result<void> note_start(Sweep& sweep, ActiveJob& active) {
  const auto& ledger = sweep.ledger;
  TRY_ASSIGN(const auto claimant, claimant_of(ledger.directory(), ledger.job(active.job), active.attempt));
  active.begun = claimant ? claimant->time : sweep.clock.now();
  return advance(sweep, active.job, JobEvent::started);
}

/// Moves the job by what the scheduler says; its silence moves nothing.
Result<void> advance_by_status(Sweep& sweep, ActiveJob& active) {
  using enum JobPhase;
  const auto state = active.status.state;
  if (state == JobState::waiting)
    return advance_if(sweep, active.job, {running, finishing}, JobEvent::requeued);
  if (state == JobState::ended) return advance_if(sweep, active.job, {queued, running}, JobEvent::exited);
  const bool has_begun = state == JobState::active && has_phase(sweep, active.job, {queued, finishing});
  return has_begun ? note_start(sweep, active) : Result<void>();
}

constexpr std::chrono::seconds kToldAfter{10};  // of a wait: what is over by then is no matter for a log

/// Once for each job that is waited for.
void tell_of_end(const Sweep& sweep, ActiveJob& active, Notice::Kind kind,
                 std::chrono::milliseconds at_most) {
  if (std::exchange(active.is_told, true)) return;
  tell(sweep, active.job,
       {.kind = kind,
        .id = active.id,
        .reason = end_in_words(active.status, sweep.scheduler.place(active.id)),
        .at_most = std::chrono::round<std::chrono::seconds>(at_most)});
}

// On a disk that hosts share, the last files of a job may become visible some time after its end.
bool files_may_lag(const Sweep& sweep, ActiveJob& active, std::chrono::milliseconds lag) {
  const auto now = sweep.clock.now();
  if (!active.ended_at) active.ended_at = now;
  if (now >= *active.ended_at + lag) return false;
  if (now >= *active.ended_at + kToldAfter) tell_of_end(sweep, active, Notice::Kind::waits_for_files, lag);
  return true;
}

// A run of a job that ended well has most probably a figure: it is not lightly paid for twice.
std::chrono::milliseconds lag_before_another_try(const Sweep& sweep, const JobStatus& end) {
  return end.exit_status == 0 && !end.abnormal_outcome ? sweep.traits.longest_file_lag
                                                       : sweep.traits.file_lag;
}

/// True if a run of a job that several share is to be paid for again, since no file says that it began.
bool lacks_a_run(const Sweep& sweep, const ActiveJob& active) {
  if (!sweep.ledger.job(active.job).shared) return false;
  return std::ranges::any_of(sweep.ledger.records_of(active.job), [&](const RunRecord& record) {
    return record.attempt != active.attempt && is_due(record, false);
  });
}

bool some_lack_their_end(const Sweep& sweep, const ActiveJob& active) {
  return std::ranges::any_of(sweep.ledger.records_of(active.job), [&](const RunRecord& record) {
    return record.attempt == active.attempt && lacks_its_end(record);
  });
}

// Other ends may be those of a run whose claim is late.
bool was_not_launched(const JobStatus& end) {
  return !end.exit_status && end.abnormal_outcome && std::holds_alternative<Failed>(*end.abnormal_outcome);
}

/// The outcome of a run that has begun and whose job has ended. Of a node that went down Slurm has another
/// word, or none.
Outcome outcome_without_exit(const Sweep& sweep, const ActiveJob& active) {
  constexpr const char* kHow = "its job ended without an exit.json";
  const auto end = sweep.scheduler.place(active.id).end;
  if (end != "FAILED" && end != "COMPLETED") return Lost{kHow};
  const auto running = sweep.ledger.running(active.job);
  return outcome_of_silent_end(sweep.ledger.directory().attempt(running->run.id, active.attempt), kHow);
}

Result<JobUpdate> update_claimed(Sweep& sweep, ActiveJob& active, const Started& claimant) {
  auto& ledger = sweep.ledger;
  auto status = active.status;
  // Of a script that was killed Slurm says now and then that it did not start: it has claimed the attempt.
  if (was_not_launched(status) && sweep.scheduler.place(active.id).end == "FAILED")
    status.abnormal_outcome.reset();
  const bool runs = ledger.running(active.job).has_value();
  const auto id = sweep.scheduler.adopt(ledger.submission_name(active.job, active.attempt), claimant);
  const bool scheduler_decides =
      sweep.traits.keeps_jobs && id == active.id && status.state == JobState::ended;
  if (runs && !scheduler_decides) {  // another script was first: this one has left, and that one counts
    active.id = id;
    active.adopted = true;
    TRY(advance(sweep, active.job, JobEvent::adopted));
    return JobUpdate::goes_on;
  }
  if (!status.abnormal_outcome) {
    if ((runs || lacks_a_run(sweep, active)) &&
        files_may_lag(sweep, active, lag_before_another_try(sweep, status)))
      return JobUpdate::goes_on;
    if (!runs && some_lack_their_end(sweep, active) && files_may_lag(sweep, active, sweep.traits.file_lag))
      return JobUpdate::goes_on;
  }
  if (!runs && active.was_suspended && !status.abnormal_outcome)
    ledger.apply_scheduler_outcome(active.job, active.attempt, Suspended{});
  if (scheduler_decides && (runs || status.abnormal_outcome))
    ledger.apply_scheduler_outcome(
        active.job, active.attempt,
        status.abnormal_outcome ? *status.abnormal_outcome : outcome_without_exit(sweep, active));
  return JobUpdate::ended;
}

/// No file will come of such a job.
bool was_cancelled_without_nodes(const Sweep& sweep, const ActiveJob& active) {
  const auto place = sweep.scheduler.place(active.id);
  return was_cancelled(active.status) && !place.end.empty() && place.nodes.empty();
}

// A reason of which a person should know may hold many jobs, and for ever.
void tell_why_it_waits(Sweep& sweep, const ActiveJob& active) {
  const auto& reason = active.status.reason;
  if (sweep.clock.now() < active.begun + kToldAfter) return;
  const auto advice = slurm::advice_for(reason, active.id);
  if (advice.empty() || !sweep.told_reasons.insert(reason.substr(0, reason.find(','))).second) return;
  tell(sweep, active.job, {.kind = Notice::Kind::waits_in_queue, .reason = reason + ": " + advice});
}

// A person started it. Its cluster is another, or is not recorded yet: this scheduler cannot be asked.
bool is_elsewhere(const ActiveJob& active) { return active.adopted && is_empty(active.id); }

Result<JobUpdate> update_by_files(Sweep& sweep, ActiveJob& active) {
  auto& ledger = sweep.ledger;
  TRY(ledger.refresh(active.job));
  if (!ledger.running(active.job)) return JobUpdate::ended;
  TRY_ASSIGN(const auto claimant, claimant_of(ledger.directory(), ledger.job(active.job), active.attempt));
  if (claimant)
    active.id = sweep.scheduler.adopt(ledger.submission_name(active.job, active.attempt), *claimant);
  return JobUpdate::goes_on;
}

// The scheduler's word on a job is a reason to read its files: together they tell whether it has ended.
Result<JobUpdate> update_job(Sweep& sweep, ActiveJob& active, const JobStatus& status) {
  if (is_elsewhere(active)) return update_by_files(sweep, active);
  active.status = status;
  active.was_suspended = active.was_suspended || sweep.scheduler.place(active.id).suspended;
  TRY(advance_by_status(sweep, active));
  if (status.state == JobState::waiting) tell_why_it_waits(sweep, active);
  if (status.state == JobState::waiting || status.state == JobState::active) return JobUpdate::goes_on;
  // Files alone may say too little of an end: Slurm is asked when it answers again.
  if (status.state == JobState::unknown && sweep.traits.keeps_jobs) return JobUpdate::goes_on;
  auto& ledger = sweep.ledger;
  TRY(ledger.refresh(active.job));
  TRY_ASSIGN(const auto claimant, claimant_of(ledger.directory(), ledger.job(active.job), active.attempt));
  if (claimant) return update_claimed(sweep, active, *claimant);
  if (status.state == JobState::unknown) return JobUpdate::goes_on;
  const auto lag = lag_before_another_try(sweep, status);
  if (was_not_launched(status)) tell_of_end(sweep, active, Notice::Kind::not_launched, lag);
  if (!was_cancelled_without_nodes(sweep, active) && files_may_lag(sweep, active, lag))
    return JobUpdate::goes_on;
  return JobUpdate::never_started;
}

// A run that shares its job has ended when its own script says so, while the job goes on with the next.
Result<void> persist_ended_runs(Sweep& sweep, const ActiveJob& active) {
  if (!sweep.ledger.job(active.job).shared || active.status.state == JobState::waiting) return {};
  TRY(sweep.ledger.refresh_running(active.job));
  return persist(sweep, {active.job});
}

Result<void> record_never_started(Sweep& sweep, const ActiveJob& active) {
  TRY(advance(sweep, active.job, JobEvent::never_started));
  return sweep.ledger.record(JobEntry{
      .event = JobEvent::never_started, .job = sweep.ledger.job(active.job).id, .attempt = active.attempt});
}

tl::unexpected<Diagnostics> script_failed_early(const std::string& job, const JobStatus& end) {
  auto how = end.exit_status ? fmt::format("ended with status {}", *end.exit_status) : "ended";
  if (end.abnormal_outcome) how = fmt::format("ended ({})", describe(*end.abnormal_outcome));
  return failure(fmt::format("the script of job '{}' {} before it began its run", job, how),
                 "fix the error above, then run the same command: it continues",
                 end.last_line.empty() ? std::vector<std::string>() : std::vector{end.last_line});
}

// A job that a person cancels in the queue is not submitted again by the call that follows it, but by the
// next.
Result<void> settle_never_started(Sweep& sweep, const ActiveJob& active) {
  TRY(record_never_started(sweep, active));
  if (was_cancelled(active.status) && !active.ended_before) {
    ++sweep.cancelled_in_queue;
    drop(sweep, active.job);
    return {};
  }
  if (!is_followed(sweep, active.id)) TRY(cancel_if_alive(sweep, active.id));
  if (!may_try_again(sweep, active.job))
    return script_failed_early(sweep.ledger.job(active.job).id, active.status);
  sweep.why_again[active.job] = fmt::format("job {} ended before it began its run ({})", to_string(active.id),
                                            end_in_words(active.status, sweep.scheduler.place(active.id)));
  sweep.again.push_back(active.job);
  return {};
}

// It leaves the active jobs first, so that the reported counts are right.
Result<void> finish_or_retry(Sweep& sweep, const ActiveJob& active) {
  const auto job = active.job;
  const auto records = sweep.ledger.records_of(job);
  for (const auto& record : records) sweep.estimate.learn(record);
  TRY(advance_if(sweep, job, {JobPhase::queued, JobPhase::running}, JobEvent::exited));  // its files say so
  const bool all_ended =
      std::ranges::all_of(records, [](const RunRecord& record) { return record.outcome.has_value(); });
  if (!all_ended) TRY(record_never_started(sweep, active));
  if (should_retry(records, active.attempt, active.status) && may_try_again(sweep, job)) {
    TRY(advance_if(sweep, job, {JobPhase::finishing}, JobEvent::retried));
    sweep.again.push_back(job);
  } else {
    TRY(advance_if(sweep, job, {JobPhase::finishing}, JobEvent::ended));
    drop(sweep, job);
  }
  return persist(sweep, {job});
}

}  // namespace

namespace {

// Slurm may have lost its state, and with it this job, and given the id to one that was submitted since.
bool has_lost_its_id(const std::vector<ActiveJob>& active, std::size_t index) {
  const auto& id = active[index].id;
  return !is_empty(id) && std::any_of(active.begin() + static_cast<std::ptrdiff_t>(index) + 1, active.end(),
                                      [&](const ActiveJob& later) { return later.id == id; });
}

// The first to be submitted again, in their order.
void put_again(Sweep& sweep) {
  sweep.pending.insert(sweep.pending.begin(), sweep.again.begin(), sweep.again.end());
  sweep.again.clear();
}

}  // namespace

Result<bool> settle_ended(Sweep& sweep) {
  auto& active = sweep.active;
  std::vector<JobId> ids;
  for (const auto& job : active) ids.push_back(job.id);
  TRY_ASSIGN(const auto statuses, sweep.scheduler.query(ids));
  std::size_t still_active = 0;
  for (const auto& answer : statuses) {
    if (is_unanswered(answer) && sweep.traits.keeps_jobs && !is_elsewhere(active[still_active])) {
      sweep.scheduler_answers = false;
      sweep.scheduler_complaint = answer.complaint;
    }
    const auto status = has_lost_its_id(active, still_active) ? JobStatus{.state = JobState::ended} : answer;
    TRY_ASSIGN(const auto update, update_job(sweep, active[still_active], status));
    if (update == JobUpdate::goes_on) {
      TRY(persist_ended_runs(sweep, active[still_active]));
      ++still_active;
      continue;
    }
    const auto ended = active[still_active];
    active.erase(active.begin() + static_cast<std::ptrdiff_t>(still_active));
    TRY(update == JobUpdate::ended ? finish_or_retry(sweep, ended) : settle_never_started(sweep, ended));
  }
  put_again(sweep);
  return still_active < statuses.size();
}

}  // namespace scalegen

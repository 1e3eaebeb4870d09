#include "runner/sweep_steps.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "core/try.hpp"
#include "runner/outcome_of_attempt.hpp"

namespace scalegen {

namespace {

using RunsOfJob = std::vector<const RunStatus*>;

void follow(Sweep& sweep, JobIndex job, const ObservedJob& observed, JobPhase phase) {
  sweep.phases[job] = phase;
  sweep.active.push_back(
      {.job = job,
       .attempt = observed.attempt,
       .id = observed.id,
       .adopted = true,
       .ended_before = observed.status.state == JobState::ended || !observed.place.end.empty(),
       .begun = observed.begun});
  expect(sweep, job);
}

// Jobs that ended while no tool was running: their files are combined with what the scheduler recorded. A
// sweep that is left alone must come to the same outcomes. If the scheduler is still recording the end, or
// does not answer, the job is followed to it, unless it is to be run again in any case; so is a job that was
// requeued, and one of whose output the end may be late.
bool reconcile_finished(Sweep& sweep, JobIndex job, const RunStatus& run) {
  if (!run.ended_job) return false;
  const auto& status = run.ended_job->status;
  const bool is_open = status.state == JobState::active || is_unanswered(status);
  const bool is_being_recorded = is_open && !is_due(sweep, job);
  const bool is_late = lacks_its_end(run.record) && !status.abnormal_outcome;
  if (is_being_recorded || is_late || status.state == JobState::waiting) {
    follow(sweep, job, *run.ended_job,
           status.state == JobState::waiting ? JobPhase::queued : JobPhase::running);
    return true;
  }
  if (status.abnormal_outcome)
    sweep.ledger.apply_scheduler_outcome(job, run.ended_job->attempt, *status.abnormal_outcome);
  return false;
}

const RunStatus* first_with_job(const RunsOfJob& runs, bool running) {
  const auto found = std::ranges::find_if(
      runs, [&](const RunStatus* run) { return run->job && is_running(run->record) == running; });
  return found == runs.end() ? nullptr : *found;
}

/// A running job is followed, and one that is due if it was submitted; else what is due is pending. Returns
/// true if the job's outcomes are known by now.
bool recover_job(Sweep& sweep, JobIndex job, const RunsOfJob& runs) {
  for (const auto* const run : runs)
    if (reconcile_finished(sweep, job, *run)) return false;
  for (const auto& record : sweep.ledger.records_of(job)) sweep.estimate.learn(record);
  const auto* const running = first_with_job(runs, true);
  const auto* const submitted = first_with_job(runs, false);
  if (running != nullptr) {
    follow(sweep, job, *running->job, JobPhase::running);
  } else if (!is_due(sweep, job)) {
    sweep.phases[job] = JobPhase::settled;
  } else if (submitted != nullptr) {
    follow(sweep, job, *submitted->job, phase_of(*submitted));
  } else {
    sweep.pending.push_back(job);
    expect(sweep, job);
  }
  return true;
}

RunsOfJob runs_of(const Job& job, const std::map<std::string_view, const RunStatus*>& runs_by_id) {
  RunsOfJob runs;
  for (const auto& run : job.runs) runs.push_back(runs_by_id.at(run));
  return runs;
}

}  // namespace

Result<void> recover(Sweep& sweep, const std::vector<RunStatus>& runs) {
  std::map<std::string_view, const RunStatus*> by_id;
  for (const auto& run : runs) by_id[run.record.run.id] = &run;
  std::vector<JobIndex> known;
  for (JobIndex job = 0; job < sweep.ledger.job_count(); ++job)
    if (recover_job(sweep, job, runs_of(sweep.ledger.job(job), by_id))) known.push_back(job);
  return persist(sweep, known);  // now that the reported counts are right
}

}  // namespace scalegen

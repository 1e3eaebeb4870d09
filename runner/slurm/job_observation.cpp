#include "runner/slurm/job_observation.hpp"

namespace scalegen::slurm {

namespace {

constexpr std::chrono::seconds kAccountsLag{15};  // seen: four seconds
constexpr std::chrono::seconds kForgotten{60};

// "None" until the controller has looked at it.
std::string waiting_reason(const QueuedJob& job) {
  if (job.state != "PENDING") return job.state;
  return job.reason == "None" ? "" : job.reason;
}

std::optional<JobStatus> status_of_living(const QueuedJob& job) {
  const auto kind = kind_of(job.state);
  if (kind == StateKind::is_active) return JobStatus{.state = JobState::active};
  if (kind != StateKind::waits) return std::nullopt;
  return JobStatus{.state = JobState::waiting, .reason = waiting_reason(job)};
}

bool has_ended(const std::optional<QueuedJob>& job) {
  return job && kind_of(job->state) == StateKind::has_ended;
}

bool has_ended(const std::optional<AccountedJob>& job) {
  return job && kind_of(job->starts.back().state) == StateKind::has_ended;
}

// In its first second an account may lack the exit code, the time limit, or which of several nodes failed.
bool is_recorded(const std::optional<AccountedJob>& job) {
  return has_ended(job) && job->starts.back().is_complete;
}

// Right after a job was requeued the accounts may still end with its start before.
bool agree(const QueuedJob& queued, const AccountedJob& accounted) {
  return state_word(queued.state) == state_word(accounted.starts.back().state);
}

JobStatus status_of_ended(const QueuedJob& job, const JobObservation& o) {
  if (is_recorded(o.accounted) && agree(job, *o.accounted)) return end_of(*o.accounted);
  if (o.accounting != Accounting::none && o.since_alive < kAccountsLag)
    return {.state = JobState::active};  // its end is being recorded
  return end_of(job);
}

// A task that is cancelled before it starts leaves the queue at once, and never reaches the accounts. If the
// queue has listed other tasks of its array meanwhile, it has forgotten nothing.
bool was_cancelled_in_queue(const JobObservation& o) {
  return o.array_is_listed && !o.accounted && o.since_alive >= kAccountsLag;
}

JobStatus status_of_absent(const JobObservation& o) {
  if (is_recorded(o.accounted)) return end_of(*o.accounted);
  if (was_cancelled_in_queue(o)) return {.state = JobState::ended, .cancelled_in_queue = true};
  if (o.since_alive < kForgotten) return {.state = JobState::unknown, .left_queue = true};
  return has_ended(o.accounted) ? end_of(*o.accounted) : JobStatus{.state = JobState::ended};
}

}  // namespace

bool is_alive(const std::optional<QueuedJob>& queued) { return queued && status_of_living(*queued); }

// A job in an unknown state may live, whatever the accounts say of an earlier start.
JobStatus merge_squeue_and_sacct(const JobObservation& observation) {
  if (!observation.queued) return status_of_absent(observation);
  if (auto living = status_of_living(*observation.queued)) return *living;
  if (!has_ended(observation.queued))
    return {.state = JobState::unknown, .reason = observation.queued->state};
  return status_of_ended(*observation.queued, observation);
}

}  // namespace scalegen::slurm

#include "runner/slurm/sighting.hpp"

#include "runner/slurm/end.hpp"
#include "runner/slurm/states.hpp"

namespace scalegen {
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

// In its first second an account may have no exit code yet, no time limit, or of several nodes not the one
// that failed.
bool is_written_down(const std::optional<AccountedJob>& job) {
  return has_ended(job) && job->starts.back().is_whole;
}

// Right after a job was requeued the accounts may still end with its start before.
bool agree(const QueuedJob& queued, const AccountedJob& accounted) {
  return state_word(queued.state) == state_word(accounted.starts.back().state);
}

JobStatus status_by_queue(const QueuedJob& job, const Sighting& s) {
  if (is_written_down(s.accounted) && agree(job, *s.accounted)) return end_of(*s.accounted);
  if (s.accounting != Accounting::none && s.since_alive < kAccountsLag)
    return {.state = JobState::active};  // its end is being written down
  return end_of(job);
}

// A task that is cancelled before it begins leaves the queue at once, and never comes into the accounts. That
// the queue lists others of its array says that it has forgotten nothing.
bool was_cancelled_in_queue(const Sighting& s) {
  return s.others_are_listed && !s.accounted && s.since_alive >= kAccountsLag;
}

JobStatus status_of_absent(const Sighting& s) {
  if (is_written_down(s.accounted)) return end_of(*s.accounted);
  if (was_cancelled_in_queue(s)) return {.state = JobState::ended, .cancelled_in_queue = true};
  if (s.since_alive < kForgotten) return {.state = JobState::unknown};
  return has_ended(s.accounted) ? end_of(*s.accounted) : JobStatus{.state = JobState::ended};
}

}  // namespace

bool is_alive(const std::optional<QueuedJob>& queued) { return queued && status_of_living(*queued); }

// A job with a word that is not known may live, whatever the accounts say of a start before.
JobStatus status_of(const Sighting& sighting) {
  if (!sighting.queued) return status_of_absent(sighting);
  if (auto living = status_of_living(*sighting.queued)) return *living;
  if (!has_ended(sighting.queued)) return {.state = JobState::unknown};
  return status_by_queue(*sighting.queued, sighting);
}

}  // namespace scalegen

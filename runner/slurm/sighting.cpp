#include "runner/slurm/sighting.hpp"

#include "runner/slurm/end.hpp"
#include "runner/slurm/states.hpp"

namespace scalegen {
namespace {

constexpr std::chrono::seconds kAccountsLag{15};  // seen: four seconds
constexpr std::chrono::seconds kForgotten{60};

std::optional<JobStatus> status_of_living(const QueuedJob& job) {
  const auto kind = kind_of(job.state);
  if (kind == StateKind::is_active) return JobStatus{.state = JobState::active};
  if (kind != StateKind::waits) return std::nullopt;
  return JobStatus{.state = JobState::waiting, .reason = job.state == "PENDING" ? job.reason : job.state};
}

bool has_ended(const std::optional<QueuedJob>& job) {
  return job && kind_of(job->state) == StateKind::has_ended;
}

bool has_ended(const std::optional<AccountedJob>& job) {
  return job && kind_of(job->starts.back().state) == StateKind::has_ended;
}

// Right after a job was requeued the accounts may still end with its start before.
bool agree(const QueuedJob& queued, const AccountedJob& accounted) {
  return state_word(queued.state) == state_word(accounted.starts.back().state);
}

JobStatus status_by_queue(const QueuedJob& job, const Sighting& s) {
  if (has_ended(s.accounted) && agree(job, *s.accounted)) return end_of(*s.accounted);
  if (s.accounting != Accounting::none && s.since_alive < kAccountsLag)
    return {.state = JobState::active};  // its end is being written down
  return end_of(job);
}

// A word that is not known may be that of a job that lives.
JobStatus status_of_absent(const Sighting& s) {
  const bool has_left = !s.queued;
  if (has_left && has_ended(s.accounted)) return end_of(*s.accounted);
  if (!has_left || s.since_alive < kForgotten) return {.state = JobState::unknown};
  return {.state = JobState::ended};
}

}  // namespace

bool is_alive(const std::optional<QueuedJob>& queued) { return queued && status_of_living(*queued); }

JobStatus status_of(const Sighting& sighting) {
  if (sighting.queued)
    if (auto living = status_of_living(*sighting.queued)) return *living;
  return has_ended(sighting.queued) ? status_by_queue(*sighting.queued, sighting)
                                    : status_of_absent(sighting);
}

}  // namespace scalegen

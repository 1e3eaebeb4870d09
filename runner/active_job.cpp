#include "runner/active_job.hpp"

namespace scalegen {
namespace {

// On a disk that hosts share, what a job wrote last may be seen some time after its end.
bool may_lag(ActiveJob& active, const Scheduler& scheduler, Clock& clock) {
  if (!active.ended_at) active.ended_at = clock.now();
  return clock.now() < *active.ended_at + scheduler.file_lag();
}

JobTurn turn_of_claimed(ActiveJob& active, const Started& claimant, Campaign& campaign, Scheduler& scheduler,
                        Clock& clock) {
  const auto& status = active.status;
  const bool runs = campaign.running(active.job).has_value();
  const auto id = scheduler.adopt(campaign.submission_name(active.job, active.attempt), claimant);
  const bool ours = scheduler.outlives_the_tool() && id == active.id && status.state == JobState::ended;
  if (runs && !ours) {  // another script was first: ours has left again, and that one counts
    active.id = id;
    active.adopted = true;
    return JobTurn::goes_on;
  }
  if (runs && !status.bad_end && may_lag(active, scheduler, clock)) return JobTurn::goes_on;
  if (ours && (runs || status.bad_end))
    campaign.worsen(active.job, active.attempt,
                    status.bad_end.value_or(Lost{"its job ended, and left no word"}));
  return JobTurn::ended;
}

}  // namespace

Result<JobTurn> take_turn(ActiveJob& active, const JobStatus& status, Campaign& campaign,
                          Scheduler& scheduler, Clock& clock) {
  active.status = status;
  if (status.state == JobState::waiting || status.state == JobState::active) return JobTurn::goes_on;
  // Files alone may say too little of an end: Slurm is asked when it answers again.
  if (status.state == JobState::unknown && scheduler.outlives_the_tool()) return JobTurn::goes_on;
  if (auto seen = campaign.refresh(active.job); !seen) return tl::make_unexpected(seen.error());
  const auto claimant = campaign.claimant(active.job, active.attempt);
  if (!claimant) return tl::make_unexpected(claimant.error());
  if (*claimant) return turn_of_claimed(active, **claimant, campaign, scheduler, clock);
  if (status.state == JobState::unknown || may_lag(active, scheduler, clock)) return JobTurn::goes_on;
  return JobTurn::ended_unclaimed;
}

}  // namespace scalegen

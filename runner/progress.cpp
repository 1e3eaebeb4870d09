#include "runner/progress.hpp"

#include <algorithm>

#include "core/try.hpp"
#include "runner/outcome_policy.hpp"

namespace scalegen {

void RemainingTime::learn(const RunRecord& record) {
  if (!has_completed(record) || !record.elapsed) return;
  for (auto* seen : {&all_, &rungs_[record.run.rung.name]}) {
    seen->time += *record.elapsed;
    ++seen->count;
  }
}

std::optional<std::chrono::milliseconds> RemainingTime::remaining() const {
  if (all_.count == 0) return std::nullopt;
  std::chrono::milliseconds time{};
  for (const auto& [name, rung] : rungs_) {
    const auto& like = rung.count > 0 ? rung : all_;
    time += rung.to_do * (like.time / like.count);
  }
  return time;
}

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
  TRY(campaign.refresh(active.job));
  TRY_ASSIGN(const auto claimant, campaign.claimant(active.job, active.attempt));
  if (claimant) return turn_of_claimed(active, *claimant, campaign, scheduler, clock);
  if (status.state == JobState::unknown || may_lag(active, scheduler, clock)) return JobTurn::goes_on;
  return JobTurn::ended_unclaimed;
}

namespace {

void add(const ActiveJob& active, Progress& progress) {
  if (!is_queued(active)) {
    ++progress.jobs_running;
    return;
  }
  if (progress.jobs_queued++ == 0) progress.queue_reason = active.status.reason;
}

// Of several runs that share a job, some have ended before it.
std::size_t open_runs_of(JobIndex index, const Campaign& campaign) {
  const auto& job = campaign.job(index);
  if (!job.shared) return job.runs.size();
  const auto records = campaign.records_of(index);
  return static_cast<std::size_t>(std::count_if(records.begin(), records.end(), [](const RunRecord& record) {
    return !record.is_concluded || is_worth_another_attempt(*record.outcome);
  }));
}

}  // namespace

Progress progress_of(const std::vector<ActiveJob>& active, const std::deque<JobIndex>& to_begin,
                     const Campaign& campaign, std::chrono::system_clock::time_point now) {
  std::size_t open = 0;
  for (const auto job : to_begin) open += open_runs_of(job, campaign);
  for (const auto& job : active) open += open_runs_of(job.job, campaign);
  Progress progress{.runs_done = campaign.records().size() - open,
                    .runs_total = campaign.records().size(),
                    .jobs_to_begin = to_begin.size()};
  for (const auto& job : active) add(job, progress);
  const auto current = std::find_if_not(active.begin(), active.end(), is_queued);
  if (current == active.end()) return progress;
  progress.current_job = campaign.job(current->job).id;
  progress.adopted = current->adopted;
  progress.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - current->begun);
  return progress;
}

}  // namespace scalegen

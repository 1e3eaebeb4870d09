#include "runner/sweep_loop.hpp"

#include <algorithm>

#include "runner/due.hpp"
#include "runner/leftovers.hpp"
#include "runner/progress_of.hpp"

namespace scalegen {
namespace {

constexpr int kAttemptsInACall = 3;  // of a run that is lost again and again

}  // namespace

SweepLoop::SweepLoop(Campaign& campaign, Lock& lock, Scheduler& scheduler, Clock& clock,
                     const SweepOptions& options, const SweepObserver& observer)
    : campaign_(&campaign),
      lock_(&lock),
      scheduler_(&scheduler),
      clock_(&clock),
      options_(&options),
      observer_(&observer),
      submissions_(campaign.job_count()) {}

Result<bool> SweepLoop::run() {
  auto going = look_around();
  while (going && !is_done() && !observer_->wants_stop()) going = turn();
  if (going && is_done()) return false;
  const auto ended = end_local_jobs();
  if (!going) return tl::make_unexpected(going.error());
  if (!ended) return tl::make_unexpected(ended.error());
  return true;
}

Result<void> SweepLoop::turn() {
  if (auto ours = lock_->keep(); !ours) return ours;
  answers_ = takes_more_ = true;
  shapes_.clear();
  const auto most = std::min(scheduler_->capacity(), observer_->jobs_at_a_time());
  while (takes_more_ && !waiting_.empty() && std::ssize(active_) < most && !observer_->wants_stop())
    if (auto begun = begin(static_cast<std::size_t>(most) - active_.size()); !begun) return begun;
  const auto something_ended = settle_ended();
  if (!something_ended) return tl::make_unexpected(something_ended.error());
  report();
  // Told to stop during a look, it must not sleep first.
  if (!*something_ended && !observer_->wants_stop()) clock_->sleep_for(scheduler_->poll_interval());
  return {};
}

// A run that shares its job has ended when its own script says so, while the job goes on with the next.
Result<void> SweepLoop::write_down_ended_runs(const ActiveJob& active) {
  if (!campaign_->job(active.job).shared || is_queued(active)) return {};
  if (auto seen = campaign_->refresh_living(active.job); !seen) return seen;
  return write_down(active.job);
}

Result<void> SweepLoop::write_down(JobIndex job) {
  const auto concluded = campaign_->conclude(job);
  if (!concluded) return tl::make_unexpected(concluded.error());
  report_ended(*concluded);
  return {};
}

// Only while the directory is ours, and only what a tool started: a person's own script goes on.
Result<void> SweepLoop::end_local_jobs() {
  if (scheduler_->outlives_the_tool()) return {};
  if (auto ours = lock_->check(); !ours) return ours;
  for (const auto& active : active_) {
    if (attempt_number(active.attempt) == 0) continue;
    if (auto cleared = clear_away(active.id, *scheduler_); !cleared) return cleared;
    if (auto seen = campaign_->refresh(active.job); !seen) return seen;
    if (auto written = write_down(active.job); !written) return written;
  }
  return campaign_->write_interrupted();
}

void SweepLoop::wait_for(JobIndex job) {
  waiting_.push_back(job);
  for (const auto& record : campaign_->records_of(job)) estimate_.expect(record.run.rung.name);
}

void SweepLoop::forget(JobIndex job) {
  for (const auto& record : campaign_->records_of(job)) estimate_.drop(record.run.rung.name);
}

Progress SweepLoop::progress() const {
  auto progress = progress_of(active_, waiting_, *campaign_, clock_->now());
  progress.answers = answers_;
  if (const auto all = estimate_.remaining(); all && !scheduler_->outlives_the_tool())  // one after the other
    progress.remaining = std::max(*all - progress.elapsed, {});
  return progress;
}

void SweepLoop::report() { observer_->report(progress()); }

// Of runs that share a job several may be seen to have ended at one look: they are counted one by one.
void SweepLoop::report_ended(const std::vector<RunRecord>& records) {
  auto now = progress();
  for (std::size_t i = 0; i < records.size(); ++i) {
    now.ended = records[i];
    auto told = now;
    told.runs_done -= std::min(told.runs_done, records.size() - 1 - i);
    observer_->report(told);
  }
}

std::vector<std::string> SweepLoop::due_runs(JobIndex job) const {
  const bool retry_failed = options_->retry_failed && submissions_[job] == 0;
  std::vector<std::string> due;
  for (const auto& record : campaign_->records_of(job))
    if (scalegen::is_due(record, retry_failed)) due.push_back(record.run.id);
  return due;
}

bool SweepLoop::may_try_again(JobIndex job) const { return submissions_[job] < kAttemptsInACall; }

}  // namespace scalegen

#include "runner/sweep_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/try.hpp"
#include "runner/orphans.hpp"
#include "runner/outcome_policy.hpp"
#include "runner/progress.hpp"

namespace scalegen {

Result<SweepEnd> run_sweep(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                           Clock& clock, const SweepOptions& options, const SweepObserver& observer) {
  TRY_ASSIGN(auto lock, Lock::take(directory.lock(), clock));
  TRY_ASSIGN(auto journal, Journal::open(directory.journal(), clock));
  TRY_ASSIGN(auto campaign, Campaign::open(directory, plan, journal, clock));
  TRY_ASSIGN(const auto interrupted, SweepLoop(campaign, lock, scheduler, clock, options, observer).run());
  return SweepEnd{.interrupted = interrupted, .records = campaign.records()};
}

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
  TRY(lock_->keep());
  answers_ = takes_more_ = true;
  shapes_.clear();
  const auto most = std::min(scheduler_->capacity(), observer_->jobs_at_a_time());
  while (takes_more_ && !waiting_.empty() && std::ssize(active_) < most && !observer_->wants_stop())
    TRY(begin(static_cast<std::size_t>(most) - active_.size()));
  TRY_ASSIGN(const auto something_ended, settle_ended());
  report();
  // Told to stop during a look, it must not sleep first.
  if (!something_ended && !observer_->wants_stop()) clock_->sleep_for(scheduler_->poll_interval());
  return {};
}

// A run that shares its job has ended when its own script says so, while the job goes on with the next.
Result<void> SweepLoop::write_down_ended_runs(const ActiveJob& active) {
  if (!campaign_->job(active.job).shared || is_queued(active)) return {};
  TRY(campaign_->refresh_living(active.job));
  return write_down(active.job);
}

Result<void> SweepLoop::write_down(JobIndex job) {
  TRY_ASSIGN(const auto concluded, campaign_->conclude(job));
  report_ended(concluded);
  return {};
}

// Only while the directory is ours, and only what a tool started: a person's own script goes on.
Result<void> SweepLoop::end_local_jobs() {
  if (scheduler_->outlives_the_tool()) return {};
  TRY(lock_->check());
  for (const auto& active : active_) {
    if (attempt_number(active.attempt) == 0) continue;
    TRY(clear_away(active.id, *scheduler_));
    TRY(campaign_->refresh(active.job));
    TRY(write_down(active.job));
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

Result<void> SweepLoop::begin(std::size_t at_most) {
  TRY(lock_->keep());
  if (unsure_) return hand_over_again();
  std::vector<JobIndex> jobs;
  for (const auto job : next_together(at_most)) {
    TRY_ASSIGN(const auto wanted, is_to_be_submitted(job));
    if (wanted) jobs.push_back(job);
  }
  return jobs.empty() ? Result<void>() : submit(std::move(jobs));
}

/// The next job, and where arrays are wanted those that ask for the same.
std::vector<JobIndex> SweepLoop::next_together(std::size_t at_most) {
  std::vector<JobIndex> jobs{waiting_.front()};
  waiting_.pop_front();
  const auto shape = shape_of(jobs.front());
  if (shape.empty()) return jobs;
  at_most = std::min(at_most, most_together_);
  std::deque<JobIndex> others;
  for (const auto job : waiting_)
    if (jobs.size() < at_most && shape_of(job) == shape)
      jobs.push_back(job);
    else
      others.push_back(job);
  waiting_ = std::move(others);
  return jobs;
}

/// Empty: the job is to be handed over alone.
std::string SweepLoop::shape_of(JobIndex job) {
  if (!options_->as_arrays || campaign_->job(job).shared || !campaign_->failed_nodes(job).empty()) return "";
  const auto [shape, is_new] = shapes_.try_emplace(job);
  if (is_new) shape->second = scheduler_->shape(campaign_->script(job));
  return shape->second;
}

// Looks at the files once more: much may have happened since this job began to wait.
Result<bool> SweepLoop::is_to_be_submitted(JobIndex job) {
  TRY(campaign_->refresh(job));
  if (const auto found = campaign_->running(job)) {
    TRY(adopt(job, found->attempt));
    return false;
  }
  TRY(write_down(job));
  if (is_due(job)) return true;
  forget(job);
  return false;
}

Result<void> SweepLoop::submit(std::vector<JobIndex> jobs) {
  for (const auto job : jobs) TRY(campaign_->check_place(job));
  for (const auto job : jobs) TRY(clear_away_lost(job, *campaign_, *scheduler_));
  TRY_ASSIGN(auto submission, submission_of(jobs));
  const Handover handover{std::move(jobs), std::move(submission)};
  TRY(campaign_->write_intent(handover));
  return hand_over(handover);
}

Result<Submission> SweepLoop::submission_of(const std::vector<JobIndex>& jobs) const {
  if (jobs.size() > 1) return campaign_->next_array(jobs);
  return campaign_->next_submission(jobs.front(), due_runs(jobs.front()));
}

Result<void> SweepLoop::hand_over(const Handover& handover) {
  for (const auto job : handover.jobs) ++submissions_[job];
  TRY_ASSIGN(const auto id, scheduler_->submit(handover.submission));
  takes_more_ = id.has_value();
  answers_ = takes_more_ || !scheduler_->may_have(handover.submission.name);
  if (!takes_more_) return put_off(handover);
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < handover.jobs.size(); ++i) {
    ids.push_back(id_of(handover, i, *id, *scheduler_));
    active_.push_back({.job = handover.jobs[i],
                       .attempt = attempt_of(handover, i),
                       .id = ids.back(),
                       .begun = clock_->now()});
  }
  TRY(campaign_->write_submitted(handover, ids));
  if (scheduler_->outlives_the_tool()) report();
  return {};
}

Result<void> SweepLoop::put_off(const Handover& handover) {
  for (const auto job : handover.jobs) --submissions_[job];
  waiting_.insert(waiting_.begin(), handover.jobs.begin(), handover.jobs.end());
  if (is_array(handover.submission)) {
    if (scheduler_->may_have(handover.submission.name))
      unsure_ = handover;
    else  // it has no room for so many
      most_together_ = std::max<std::size_t>(1, handover.jobs.size() / 2);
  }
  return campaign_->write_put_off(handover);
}

// The scheduler may have got the array: it is looked for under the name that it had, with the tasks that it
// had. Where one of these has run meanwhile, the others wait for an array of their own.
Result<void> SweepLoop::hand_over_again() {
  const auto handover = *std::exchange(unsure_, std::nullopt);
  std::vector<JobIndex> jobs;
  for (const auto job : handover.jobs) {
    std::erase(waiting_, job);
    TRY_ASSIGN(const auto wanted, is_to_be_submitted(job));
    if (wanted) jobs.push_back(job);
  }
  if (jobs == handover.jobs) return hand_over(handover);
  waiting_.insert(waiting_.begin(), jobs.begin(), jobs.end());
  return {};
}

Result<bool> SweepLoop::settle_ended() {
  std::vector<std::string> ids;
  for (const auto& active : active_) ids.push_back(active.id);
  TRY_ASSIGN(const auto statuses, scheduler_->query(ids));
  std::size_t still_active = 0;
  for (const auto& status : statuses) {
    answers_ = answers_ && (status.state != JobState::unknown || !scheduler_->outlives_the_tool());
    TRY_ASSIGN(const auto turn, take_turn(active_[still_active], status, *campaign_, *scheduler_, *clock_));
    if (turn == JobTurn::goes_on) {
      TRY(write_down_ended_runs(active_[still_active]));
      ++still_active;
      continue;
    }
    const auto ended = active_[still_active];
    active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(still_active));
    TRY(turn == JobTurn::ended ? finish_or_repeat(ended) : settle_unclaimed(ended, status));
  }
  return still_active < statuses.size();
}

// A job that a person cancelled in the queue is not handed over again by this call.
Result<void> SweepLoop::settle_unclaimed(const ActiveJob& active, const JobStatus& status) {
  TRY(campaign_->write_unclaimed(active.job, active.attempt));
  const bool was_cancelled =
      status.cancelled_in_queue || (status.bad_end && std::holds_alternative<Cancelled>(*status.bad_end));
  if (!was_cancelled) return repeat_unclaimed(active, status);
  forget(active.job);
  return {};
}

// Where it goes first, so that those who are told of the end are told the right count.
Result<void> SweepLoop::finish_or_repeat(const ActiveJob& active) {
  const auto job = active.job;
  const auto records = campaign_->records_of(job);
  for (const auto& record : records) estimate_.learn(record);
  if (!std::all_of(records.begin(), records.end(), [](const auto& record) { return record.outcome; }))
    TRY(campaign_->write_unclaimed(job, active.attempt));
  if (wants_another_attempt(records, active.attempt, active.status) && may_try_again(job))
    waiting_.push_front(job);
  else
    forget(job);
  return write_down(job);
}

Result<void> SweepLoop::repeat_unclaimed(const ActiveJob& active, const JobStatus& status) {
  TRY(clear_away(active.id, *scheduler_));
  if (may_try_again(active.job)) {
    waiting_.push_front(active.job);
    return {};
  }
  const auto& name = campaign_->job(active.job).id;
  auto how = status.exit_status ? fmt::format("ended with status {}", *status.exit_status) : "ended";
  if (status.bad_end) how = fmt::format("ended ({})", describe(*status.bad_end));
  return failure(fmt::format("the script of job '{}' {} before it began its run", name, how),
                 "mend what it complains of, then give the same command again: it continues",
                 status.last_line.empty() ? std::vector<std::string>() : std::vector{status.last_line});
}

}  // namespace scalegen

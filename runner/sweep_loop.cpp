#include "runner/sweep_loop.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/due.hpp"
#include "runner/leftovers.hpp"
#include "runner/progress_of.hpp"

namespace scalegen {

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

Result<void> SweepLoop::look_around() {
  if (scheduler_->outlives_the_tool())
    if (auto heard = hear_of_unseen_ends(); !heard) return heard;
  std::vector<bool> is_followed(campaign_->job_count());
  for (const auto& active : active_) is_followed[active.job] = true;
  for (JobIndex job = 0; job < campaign_->job_count(); ++job) {
    for (const auto& record : campaign_->records_of(job)) estimate_.learn(record);
    if (is_followed[job]) continue;
    const auto found = campaign_->running(job);
    if (found || is_due(job)) wait_for(job);
    if (!found) continue;
    waiting_.pop_back();
    if (auto adopted = adopt(job, found->attempt); !adopted) return adopted;
  }
  for (JobIndex job = 0; job < campaign_->job_count(); ++job)
    if (auto written = is_followed[job] ? Result<void>() : write_down(job); !written) return written;
  return scheduler_->outlives_the_tool() ? take_up_submissions() : Result<void>();
}

// Of what ended while nobody looked the files say how, and the scheduler may know worse: a sweep that is left
// alone must come to the same verdicts. Where it is still writing down an end, the job is followed to it, but
// for one that is to be run again in any case.
Result<void> SweepLoop::hear_of_unseen_ends() {
  std::vector<ActiveJob> unseen;
  std::vector<std::string> ids;
  for (JobIndex job = 0; job < campaign_->job_count(); ++job) {
    const auto ended = unseen_end(job);
    if (!ended) return tl::make_unexpected(ended.error());
    if (!*ended) continue;
    unseen.push_back(**ended);
    ids.push_back(unseen.back().id);
  }
  if (ids.empty()) return {};
  const auto statuses = scheduler_->query(ids);
  if (!statuses) return tl::make_unexpected(statuses.error());
  for (std::size_t i = 0; i < unseen.size(); ++i) {
    const auto& status = (*statuses)[i];
    const bool may_be_told = status.state == JobState::active || status.state == JobState::waiting;
    if (may_be_told && !is_due(unseen[i].job))
      active_.push_back(unseen[i]);
    else if (status.bad_end)
      campaign_->worsen(unseen[i].job, unseen[i].attempt, *status.bad_end);
  }
  return {};
}

Result<std::optional<ActiveJob>> SweepLoop::unseen_end(JobIndex job) const {
  if (campaign_->job(job).shared) return std::nullopt;  // its runs have their own word
  for (const auto& record : campaign_->records_of(job)) {
    if (!record.outcome || record.is_concluded) continue;
    const auto started = campaign_->claimant(job, record.attempt);
    if (!started) return tl::make_unexpected(started.error());
    if (!*started) continue;
    const auto id = scheduler_->adopt(campaign_->submission_name(job, record.attempt), **started);
    if (!id.empty())
      return ActiveJob{
          .job = job, .attempt = record.attempt, .id = id, .adopted = true, .begun = (*started)->time};
  }
  return std::nullopt;
}

// Jobs that an earlier tool handed over and that have not begun stand in no file of theirs.
Result<void> SweepLoop::take_up_submissions() {
  const auto handed_over = campaign_->handed_over(*scheduler_);
  if (!handed_over) return tl::make_unexpected(handed_over.error());
  std::deque<JobIndex> to_begin;
  for (const auto job : waiting_) {
    const auto past = handed_over->find(campaign_->job(job).id);
    if (past == handed_over->end())
      to_begin.push_back(job);
    else
      active_.push_back({.job = job,
                         .attempt = past->second.attempt,
                         .id = *past->second.id,
                         .adopted = true,
                         .begun = clock_->now()});
  }
  waiting_ = std::move(to_begin);
  return {};
}

Result<void> SweepLoop::turn() {
  if (auto ours = lock_->keep(); !ours) return ours;
  answers_ = true;
  const auto most = std::min(scheduler_->capacity(), observer_->jobs_at_a_time());
  while (answers_ && !waiting_.empty() && std::ssize(active_) < most && !observer_->wants_stop()) {
    const auto job = waiting_.front();
    waiting_.pop_front();
    if (auto begun = begin(job); !begun) return begun;
  }
  const auto something_ended = settle_ended();
  if (!something_ended) return tl::make_unexpected(something_ended.error());
  report();
  // Told to stop during a look, it must not sleep first.
  if (!*something_ended && !observer_->wants_stop()) clock_->sleep_for(scheduler_->poll_interval());
  return {};
}

// Looks at the files once more: much may have happened since this job began to wait.
Result<void> SweepLoop::begin(JobIndex job) {
  if (auto ours = lock_->keep(); !ours) return ours;
  if (auto seen = campaign_->refresh(job); !seen) return seen;
  if (const auto found = campaign_->running(job)) return adopt(job, found->attempt);
  if (auto written = write_down(job); !written) return written;
  if (is_due(job)) return submit(job);
  forget(job);
  return {};
}

Result<void> SweepLoop::submit(JobIndex job) {
  if (auto cleared = clear_away_lost(job, *campaign_, *scheduler_); !cleared) return cleared;
  const auto submission = campaign_->next_submission(job, due_runs(job));
  if (!submission) return tl::make_unexpected(submission.error());
  if (auto written = campaign_->write_intent(job, *submission); !written) return written;
  ++submissions_[job];
  const auto id = scheduler_->submit(*submission);
  if (!id) return tl::make_unexpected(id.error());
  answers_ = id->has_value();
  if (!answers_) return put_off(job, *submission);
  active_.push_back({.job = job, .attempt = submission->attempt, .id = **id, .begun = clock_->now()});
  if (auto written = campaign_->write_submitted(job, *submission, **id); !written) return written;
  if (scheduler_->outlives_the_tool()) report();
  return {};
}

Result<void> SweepLoop::put_off(JobIndex job, const Submission& submission) {
  --submissions_[job];
  waiting_.push_front(job);
  return campaign_->write_put_off(job, submission.attempt);
}

Result<void> SweepLoop::adopt(JobIndex job, const std::string& attempt) {
  const auto started = campaign_->claimant(job, attempt);
  if (!started) return tl::make_unexpected(started.error());
  const auto id = scheduler_->adopt(campaign_->submission_name(job, attempt), **started);
  active_.push_back({.job = job, .attempt = attempt, .id = id, .adopted = true, .begun = (*started)->time});
  return {};
}

Result<bool> SweepLoop::settle_ended() {
  std::vector<std::string> ids;
  for (const auto& active : active_) ids.push_back(active.id);
  const auto statuses = scheduler_->query(ids);
  if (!statuses) return tl::make_unexpected(statuses.error());
  std::size_t still_active = 0;
  for (const auto& status : *statuses) {
    answers_ = answers_ && (status.state != JobState::unknown || !scheduler_->outlives_the_tool());
    const auto turn = take_turn(active_[still_active], status, *campaign_, *scheduler_, *clock_);
    if (!turn) return tl::make_unexpected(turn.error());
    if (*turn == JobTurn::goes_on) {
      if (auto written = write_down_ended_runs(active_[still_active]); !written)
        return tl::make_unexpected(written.error());
      ++still_active;
      continue;
    }
    const auto ended = active_[still_active];
    active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(still_active));
    const auto settled = *turn == JobTurn::ended ? finish_or_repeat(ended) : settle_unclaimed(ended, status);
    if (!settled) return tl::make_unexpected(settled.error());
  }
  return still_active < statuses->size();
}

// A job that a person cancelled in the queue is not handed over again by this call.
Result<void> SweepLoop::settle_unclaimed(const ActiveJob& active, const JobStatus& status) {
  if (auto written = campaign_->write_unclaimed(active.job, active.attempt); !written) return written;
  if (!status.bad_end || !std::holds_alternative<Cancelled>(*status.bad_end))
    return repeat_unclaimed(active, status);
  forget(active.job);
  return {};
}

// Where it goes first, so that those who are told of the end are told the right count.
Result<void> SweepLoop::finish_or_repeat(const ActiveJob& active) {
  const auto job = active.job;
  const auto records = campaign_->records_of(job);
  for (const auto& record : records) estimate_.learn(record);
  if (!std::all_of(records.begin(), records.end(), [](const auto& record) { return record.outcome; }))
    if (auto written = campaign_->write_unclaimed(job, active.attempt); !written) return written;
  if (wants_another_attempt(records, active.attempt, active.status) && may_try_again(job))
    waiting_.push_front(job);
  else
    forget(job);
  return write_down(job);
}

// A run that shares its job has ended when its own script says so, while the job goes on with the next.
Result<void> SweepLoop::write_down_ended_runs(const ActiveJob& active) {
  if (!campaign_->job(active.job).shared || is_queued(active)) return {};
  if (auto seen = campaign_->refresh_living(active.job); !seen) return seen;
  return write_down(active.job);
}

Result<void> SweepLoop::repeat_unclaimed(const ActiveJob& active, const JobStatus& status) {
  if (auto cleared = clear_away(active.id, *scheduler_); !cleared) return cleared;
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

bool SweepLoop::may_try_again(JobIndex job) const { return submissions_[job] < options_->attempts_in_a_call; }

}  // namespace scalegen

#include "runner/sweep_loop.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/due.hpp"

namespace scalegen {

namespace {

bool is_not_queued(const ActiveJob& active) { return active.status.state != JobState::waiting; }

void count(const ActiveJob& active, Progress& progress) {
  if (is_not_queued(active)) {
    ++progress.jobs_running;
    return;
  }
  if (progress.jobs_queued++ == 0) progress.queue_reason = active.status.reason;
}

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

Result<void> SweepLoop::look_around() {
  for (JobIndex job = 0; job < campaign_->job_count(); ++job) {
    for (const auto& record : campaign_->records_of(job)) estimate_.learn(record);
    const auto found = running(job);
    if (found || is_due(job)) wait_for(job);
    if (!found) continue;
    waiting_.pop_back();
    if (auto adopted = adopt(job, found->attempt); !adopted) return adopted;
  }
  for (JobIndex job = 0; job < campaign_->job_count(); ++job)
    if (auto written = write_down(job); !written) return written;
  return scheduler_->outlives_the_tool() ? take_up_submissions() : Result<void>();
}

// Jobs that an earlier tool handed over and that have not begun stand in no file of theirs.
Result<void> SweepLoop::take_up_submissions() {
  std::vector<JobIndex> without_id;
  std::vector<std::string> names;
  for (const auto job : std::vector<JobIndex>(waiting_.begin(), waiting_.end())) {
    const auto submission = campaign_->open_submission(job);
    if (!submission) continue;
    if (submission->id) {
      take_up(job, *submission, *submission->id);
    } else {
      without_id.push_back(job);
      names.push_back(campaign_->submission_name(job, submission->attempt));
    }
  }
  if (names.empty()) return {};
  const auto found = scheduler_->find(names);
  if (!found) return tl::make_unexpected(found.error());
  for (std::size_t i = 0; i < names.size(); ++i)
    if ((*found)[i]) take_up(without_id[i], *campaign_->open_submission(without_id[i]), *(*found)[i]);
  return {};
}

void SweepLoop::take_up(JobIndex job, const PastSubmission& submission, const std::string& id) {
  std::erase(waiting_, job);
  active_.push_back(
      {.job = job, .attempt = submission.attempt, .id = id, .adopted = true, .begun = clock_->now()});
}

Result<void> SweepLoop::turn() {
  if (auto ours = lock_->keep(); !ours) return ours;
  answers_ = true;
  while (answers_ && !waiting_.empty() && std::ssize(active_) < scheduler_->capacity() &&
         !observer_->wants_stop()) {
    const auto job = waiting_.front();
    waiting_.pop_front();
    if (auto begun = begin(job); !begun) return begun;
  }
  const auto something_ended = settle_ended();
  if (!something_ended) return tl::make_unexpected(something_ended.error());
  report();
  if (!*something_ended) clock_->sleep_for(scheduler_->poll_interval());
  return {};
}

// Looks at the files once more: much may have happened since this job began to wait.
Result<void> SweepLoop::begin(JobIndex job) {
  if (auto ours = lock_->keep(); !ours) return ours;
  if (auto seen = campaign_->refresh(job); !seen) return seen;
  if (const auto found = running(job)) return adopt(job, found->attempt);
  if (auto written = write_down(job); !written) return written;
  if (is_due(job)) return submit(job);
  forget(job);
  return {};
}

Result<void> SweepLoop::submit(JobIndex job) {
  if (auto cleared = clear_away_lost(job); !cleared) return cleared;
  const auto submission = campaign_->next_submission(job);
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
  std::vector<ActiveJob> still_active;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const auto settled = settle(active_[i], (*statuses)[i]);
    if (!settled) return settled;
    if (!*settled) still_active.push_back(active_[i]);
  }
  const bool something_ended = still_active.size() < active_.size();
  active_ = std::move(still_active);
  return something_ended;
}

// False as long as it is to be waited for. What the scheduler says is first of all a reason to look at the
// files.
Result<bool> SweepLoop::settle(ActiveJob& active, const JobStatus& status) {
  active.status = status;
  answers_ = answers_ && (status.state != JobState::unknown || !scheduler_->outlives_the_tool());
  if (status.state == JobState::waiting || status.state == JobState::active) return false;
  if (auto seen = campaign_->refresh(active.job); !seen) return tl::make_unexpected(seen.error());
  const auto claimant = campaign_->claimant(active.job, active.attempt);
  if (!claimant) return tl::make_unexpected(claimant.error());
  if (*claimant) return settle_claimed(active, status, **claimant);
  if (status.state == JobState::unknown || may_lag(active)) return false;
  return settle_unclaimed(active, status);
}

Result<bool> SweepLoop::settle_claimed(ActiveJob& active, const JobStatus& status, const Started& claimant) {
  const bool runs = running(active.job).has_value();
  const auto id = scheduler_->adopt(campaign_->submission_name(active.job, active.attempt), claimant);
  const bool ours = scheduler_->outlives_the_tool() && id == active.id && status.state == JobState::ended;
  if (runs && !ours) {  // another script was first: ours has left again, and that one counts
    active.id = id;
    active.adopted = true;
    return false;
  }
  if (runs && !status.bad_end && may_lag(active)) return false;
  if (ours && (runs || status.bad_end))
    campaign_->worsen(active.job, active.attempt,
                      status.bad_end.value_or(Lost{"its job ended, and left no word"}));
  if (auto done = finish_or_repeat(active.job); !done) return tl::make_unexpected(done.error());
  return true;
}

// A job that a person cancelled in the queue is not handed over again by this call.
Result<bool> SweepLoop::settle_unclaimed(const ActiveJob& active, const JobStatus& status) {
  if (auto written = campaign_->write_unclaimed(active.job, active.attempt); !written)
    return tl::make_unexpected(written.error());
  if (status.bad_end && std::holds_alternative<Cancelled>(*status.bad_end)) {
    forget(active.job);
    return true;
  }
  if (auto repeated = repeat_unclaimed(active, status); !repeated)
    return tl::make_unexpected(repeated.error());
  return true;
}

// On a disk that hosts share, what a job wrote last may be seen some time after its end.
bool SweepLoop::may_lag(ActiveJob& active) {
  if (!active.ended_at) active.ended_at = clock_->now();
  return clock_->now() < *active.ended_at + scheduler_->file_lag();
}

Result<void> SweepLoop::finish_or_repeat(JobIndex job) {
  if (auto written = write_down(job); !written) return written;
  const auto records = campaign_->records_of(job);
  for (const auto& record : records) estimate_.learn(record);
  const bool again = std::any_of(records.begin(), records.end(), [](const RunRecord& record) {
    return record.outcome && is_worth_another_attempt(*record.outcome);
  });
  if (again && may_try_again(job))
    waiting_.push_front(job);
  else
    forget(job);
  return {};
}

Result<void> SweepLoop::repeat_unclaimed(const ActiveJob& active, const JobStatus& status) {
  if (may_try_again(active.job)) {
    waiting_.push_front(active.job);
    return clear_away(active.id);
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
  for (const auto& record : *concluded) report(record);
  return {};
}

// A script that was killed leaves its ranks behind: they would disturb what is measured next.
Result<void> SweepLoop::clear_away_lost(JobIndex job) {
  for (const auto& record : campaign_->records_of(job)) {
    if (!record.outcome || !std::holds_alternative<Lost>(*record.outcome)) continue;
    const auto started = campaign_->claimant(job, record.attempt);
    if (!started) return tl::make_unexpected(started.error());
    const auto name = campaign_->submission_name(job, record.attempt);
    if (!*started) continue;
    if (auto cleared = clear_away(scheduler_->adopt(name, **started)); !cleared) return cleared;
  }
  return {};
}

// What is on another host cannot be reached.
Result<void> SweepLoop::clear_away(const std::string& id) {
  const auto status = scheduler_->query({id});
  if (!status) return tl::make_unexpected(status.error());
  if (status->front().state == JobState::unknown) return {};
  return scheduler_->cancel(id);
}

// Only while the directory is ours, and only what a tool started: a person's own script goes on.
Result<void> SweepLoop::end_local_jobs() {
  if (scheduler_->outlives_the_tool()) return {};
  if (auto ours = lock_->check(); !ours) return ours;
  for (const auto& active : active_) {
    if (attempt_number(active.attempt) == 0) continue;
    if (auto cleared = clear_away(active.id); !cleared) return cleared;
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

// A job whose end is just being reported still stands among the active ones.
std::size_t SweepLoop::jobs_done(const std::optional<RunRecord>& ended) const {
  const auto has_ended = [&](const ActiveJob& active) {
    const auto& runs = campaign_->job(active.job).runs;
    return ended && !is_worth_another_attempt(*ended->outcome) &&
           std::find(runs.begin(), runs.end(), ended->run.id) != runs.end();
  };
  const auto ending = std::count_if(active_.begin(), active_.end(), has_ended);
  return campaign_->job_count() - waiting_.size() - active_.size() + static_cast<std::size_t>(ending);
}

void SweepLoop::report(std::optional<RunRecord> ended) {
  Progress progress{.jobs_done = jobs_done(ended),
                    .jobs_total = campaign_->job_count(),
                    .remaining = estimate_.remaining(),
                    .ended = std::move(ended)};
  progress.jobs_to_begin = waiting_.size();
  progress.answers = answers_;
  for (const auto& active : active_) count(active, progress);
  if (const auto first = std::find_if(active_.begin(), active_.end(), is_not_queued);
      first != active_.end()) {
    const auto& current = *first;
    progress.current_job = campaign_->job(current.job).id;
    progress.adopted = current.adopted;
    progress.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(clock_->now() - current.begun);
    if (progress.remaining) progress.remaining = std::max(*progress.remaining - progress.elapsed, {});
  }
  observer_->report(progress);
}

bool SweepLoop::is_due(JobIndex job) const {
  const bool retry_failed = options_->retry_failed && submissions_[job] == 0;
  const auto records = campaign_->records_of(job);
  return std::any_of(records.begin(), records.end(),
                     [&](const RunRecord& record) { return scalegen::is_due(record, retry_failed); });
}

std::optional<RunRecord> SweepLoop::running(JobIndex job) const {
  const auto records = campaign_->records_of(job);
  const auto found = std::find_if(records.begin(), records.end(), is_running);
  return found == records.end() ? std::nullopt : std::optional(*found);
}

bool SweepLoop::may_try_again(JobIndex job) const { return submissions_[job] < options_->attempts_in_a_call; }

}  // namespace scalegen

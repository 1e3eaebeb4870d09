#include "core/try.hpp"
#include "runner/sweep_runner.hpp"

namespace scalegen {

Result<void> SweepLoop::look_around() {
  if (scheduler_->outlives_the_tool()) TRY(hear_of_unseen_ends());
  std::vector<bool> is_followed(campaign_->job_count());
  for (const auto& active : active_) is_followed[active.job] = true;
  for (JobIndex job = 0; job < campaign_->job_count(); ++job) {
    for (const auto& record : campaign_->records_of(job)) estimate_.learn(record);
    if (is_followed[job]) continue;
    const auto found = campaign_->running(job);
    if (found || is_due(job)) wait_for(job);
    if (!found) continue;
    waiting_.pop_back();
    TRY(adopt(job, found->attempt));
  }
  for (JobIndex job = 0; job < campaign_->job_count(); ++job)
    TRY(is_followed[job] ? Result<void>() : write_down(job));
  return scheduler_->outlives_the_tool() ? take_up_submissions() : Result<void>();
}

// Of what ended while nobody looked the files say how, and the scheduler may know worse: a sweep that is left
// alone must come to the same verdicts. Where it is still writing down an end, the job is followed to it, but
// for one that is to be run again in any case; and where a person has put the job back into the queue.
Result<void> SweepLoop::hear_of_unseen_ends() {
  std::vector<ActiveJob> unseen;
  std::vector<std::string> ids;
  for (JobIndex job = 0; job < campaign_->job_count(); ++job) {
    TRY_ASSIGN(const auto ended, unseen_end(job));
    if (!ended) continue;
    unseen.push_back(*ended);
    ids.push_back(unseen.back().id);
  }
  if (ids.empty()) return {};
  TRY_ASSIGN(const auto statuses, scheduler_->query(ids));
  for (std::size_t i = 0; i < unseen.size(); ++i) {
    const auto& status = statuses[i];
    const bool is_told_yet = status.state == JobState::active && !is_due(unseen[i].job);
    if (is_told_yet || status.state == JobState::waiting)
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
    TRY_ASSIGN(const auto started, campaign_->claimant(job, record.attempt));
    if (!started) continue;
    const auto id = scheduler_->adopt(campaign_->submission_name(job, record.attempt), *started);
    if (!id.empty())
      return ActiveJob{
          .job = job, .attempt = record.attempt, .id = id, .adopted = true, .begun = started->time};
  }
  return std::nullopt;
}

// Jobs that an earlier tool handed over and that have not begun stand in no file of theirs.
Result<void> SweepLoop::take_up_submissions() {
  TRY_ASSIGN(const auto handed_over, campaign_->handed_over(*scheduler_));
  std::deque<JobIndex> to_begin;
  for (const auto job : waiting_) {
    const auto past = handed_over.find(campaign_->job(job).id);
    if (past == handed_over.end())
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

Result<void> SweepLoop::adopt(JobIndex job, const std::string& attempt) {
  TRY_ASSIGN(const auto started, campaign_->claimant(job, attempt));
  const auto id = scheduler_->adopt(campaign_->submission_name(job, attempt), *started);
  active_.push_back({.job = job, .attempt = attempt, .id = id, .adopted = true, .begun = started->time});
  return {};
}

}  // namespace scalegen

// What waits is handed to the scheduler: job by job, or as arrays.
#include <algorithm>
#include <utility>

#include "runner/leftovers.hpp"
#include "runner/sweep_loop.hpp"

namespace scalegen {

Result<void> SweepLoop::begin(std::size_t at_most) {
  if (auto ours = lock_->keep(); !ours) return ours;
  if (unsure_) return hand_over_again();
  std::vector<JobIndex> jobs;
  for (const auto job : next_together(at_most)) {
    const auto wanted = is_to_be_submitted(job);
    if (!wanted) return tl::make_unexpected(wanted.error());
    if (*wanted) jobs.push_back(job);
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
  if (auto seen = campaign_->refresh(job); !seen) return tl::make_unexpected(seen.error());
  if (const auto found = campaign_->running(job)) {
    if (auto adopted = adopt(job, found->attempt); !adopted) return tl::make_unexpected(adopted.error());
    return false;
  }
  if (auto written = write_down(job); !written) return tl::make_unexpected(written.error());
  if (is_due(job)) return true;
  forget(job);
  return false;
}

Result<void> SweepLoop::submit(std::vector<JobIndex> jobs) {
  for (const auto job : jobs)
    if (auto here = campaign_->check_place(job); !here) return here;
  for (const auto job : jobs)
    if (auto cleared = clear_away_lost(job, *campaign_, *scheduler_); !cleared) return cleared;
  auto submission = submission_of(jobs);
  if (!submission) return tl::make_unexpected(submission.error());
  const Handover handover{std::move(jobs), *std::move(submission)};
  if (auto written = campaign_->write_intent(handover); !written) return written;
  return hand_over(handover);
}

Result<Submission> SweepLoop::submission_of(const std::vector<JobIndex>& jobs) const {
  if (jobs.size() > 1) return campaign_->next_array(jobs);
  return campaign_->next_submission(jobs.front(), due_runs(jobs.front()));
}

Result<void> SweepLoop::hand_over(const Handover& handover) {
  for (const auto job : handover.jobs) ++submissions_[job];
  const auto id = scheduler_->submit(handover.submission);
  if (!id) return tl::make_unexpected(id.error());
  takes_more_ = id->has_value();
  answers_ = takes_more_ || !scheduler_->may_have(handover.submission.name);
  if (!takes_more_) return put_off(handover);
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < handover.jobs.size(); ++i) {
    ids.push_back(id_of(handover, i, **id, *scheduler_));
    active_.push_back({.job = handover.jobs[i],
                       .attempt = attempt_of(handover, i),
                       .id = ids.back(),
                       .begun = clock_->now()});
  }
  if (auto written = campaign_->write_submitted(handover, ids); !written) return written;
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
    const auto wanted = is_to_be_submitted(job);
    if (!wanted) return tl::make_unexpected(wanted.error());
    if (*wanted) jobs.push_back(job);
  }
  if (jobs == handover.jobs) return hand_over(handover);
  waiting_.insert(waiting_.begin(), jobs.begin(), jobs.end());
  return {};
}

}  // namespace scalegen

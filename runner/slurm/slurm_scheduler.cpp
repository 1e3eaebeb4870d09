#include "runner/slurm/slurm_scheduler.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/try.hpp"
#include "runner/slurm/array_script.hpp"
#include "runner/slurm/sbatch.hpp"
#include "runner/slurm/scancel.hpp"

namespace scalegen::slurm {

namespace {

using std::chrono::seconds;

// After an sbatch that failed, until a slow controller has put the job into its queue.
constexpr std::array kWaitsAfterSubmission{seconds(1), seconds(2), seconds(4), seconds(8)};

}  // namespace

std::chrono::milliseconds next_interval(std::chrono::milliseconds last, bool changed) {
  return changed ? kShortestInterval : std::clamp(last * 3 / 2, kShortestInterval, kLongestInterval);
}

std::chrono::milliseconds with_jitter(std::chrono::milliseconds interval, double draw) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(interval * (0.9 + 0.2 * draw));
}

// The cluster of this machine has an empty name.
SlurmScheduler::SlurmScheduler(Clock& clock, std::vector<std::string> clusters)
    : clock_(&clock),
      clusters_(clusters.empty() ? std::vector<std::string>{""} : std::move(clusters)),
      tracker_(clock) {}

SchedulerTraits SlurmScheduler::traits() const {
  return {.capacity = std::numeric_limits<int>::max(),
          .jobs_outlive_process = true,
          .reports_outcomes = true,
          .supports_arrays = true,
          .file_lag = seconds(30)};
}

Result<SubmissionAnswer> SlurmScheduler::submit(const Submission& submission) {
  if (is_array(submission)) TRY(write_array_script(submission));
  if (!uncertain_.contains(submission.name)) return submit_new(submission);
  TRY_ASSIGN(const auto found, find_by_name({submission.name}, clusters_));
  if (!found) return SubmissionAnswer{};
  const auto& id = found->front();
  return id ? accepted(submission, *id) : submit_new(submission);
}

Result<SubmissionAnswer> SlurmScheduler::submit_new(const Submission& submission) {
  using Kind = SubmissionAnswer::Kind;
  TRY_ASSIGN(auto answer, run_sbatch(submission));
  switch (answer.kind) {
    case SbatchAnswer::Kind::accepted:
      return accepted(submission, answer.id);
    case SbatchAnswer::Kind::full:
      if (tracker_.has_jobs_in_flight() || is_array(submission))
        return SubmissionAnswer{uncertain_.contains(submission.name) ? Kind::uncertain : Kind::deferred};
      [[fallthrough]];
    case SbatchAnswer::Kind::refused:
      return tl::make_unexpected(std::move(answer.refusal));
    case SbatchAnswer::Kind::uncertain:
      break;
  }
  uncertain_.insert(submission.name);
  return look_for_it(submission);
}

// If it is not found now, the next try begins with another search. A job that appears still later finds its
// attempt claimed, and leaves.
Result<SubmissionAnswer> SlurmScheduler::look_for_it(const Submission& submission) {
  for (const auto wait : kWaitsAfterSubmission) {
    clock_->sleep_for(wait);
    TRY_ASSIGN(const auto found, find_by_name({submission.name}, clusters_));
    if (!found) break;
    if (const auto& id = found->front()) return accepted(submission, *id);
  }
  return SubmissionAnswer{};
}

SubmissionAnswer SlurmScheduler::accepted(const Submission& submission, const JobId& id) {
  uncertain_.erase(submission.name);
  if (!is_array(submission)) tracker_.add(id, submission.script);
  for (std::size_t i = 0; i < submission.tasks.size(); ++i)
    tracker_.add(id_of_task(id, i), submission.script);
  interval_ = kShortestInterval;
  return {SubmissionAnswer::Kind::accepted, id};
}

Result<std::optional<FoundIds>> SlurmScheduler::find(const std::vector<std::string>& names) {
  if (names.empty()) return FoundIds{};
  return find_by_name(names, clusters_);
}

// The script does not know its cluster. sbatch may have named it, or there is but one.
JobId SlurmScheduler::adopt(const std::string&, const Started& started) {
  const bool has_cluster = !started.job.empty() && clusters_.size() == 1;
  return tracker_.id_of(started.job).value_or(JobId{started.job, has_cluster ? clusters_.front() : ""});
}

Result<std::vector<JobStatus>> SlurmScheduler::query(const std::vector<JobId>& ids) {
  TRY_ASSIGN(const auto changed, tracker_.poll(ids));
  interval_ = next_interval(interval_, changed);
  draw_ = std::generate_canonical<double, 32>(random_);
  std::vector<JobStatus> statuses;
  statuses.reserve(ids.size());
  for (const auto& id : ids) statuses.push_back(tracker_.status(id));
  return statuses;
}

Result<void> SlurmScheduler::cancel(const std::vector<JobId>& ids) {
  std::vector<JobId> open;
  for (const auto& id : ids)
    if (tracker_.status(id).state != JobState::ended) open.push_back(id);
  return cancel_jobs(open, *clock_);
}

}  // namespace scalegen::slurm

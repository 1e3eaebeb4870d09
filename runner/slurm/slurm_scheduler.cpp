#include "runner/slurm/slurm_scheduler.hpp"

#include <algorithm>
#include <array>

#include "core/files.hpp"
#include "core/try.hpp"
#include "runner/slurm/job_tracker.hpp"
#include "runner/slurm/sbatch.hpp"
#include "runner/slurm/scancel.hpp"
#include "runner/slurm/slurm_client.hpp"

namespace scalegen {

std::chrono::milliseconds next_interval(std::chrono::milliseconds last, bool changed) {
  return changed ? kShortestInterval : std::clamp(last * 3 / 2, kShortestInterval, kLongestInterval);
}

std::chrono::milliseconds with_jitter(std::chrono::milliseconds interval, double draw) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(interval * (0.9 + 0.2 * draw));
}

namespace {

using std::chrono::seconds;

// After an sbatch that failed, until a controller that was slow has put the job into its queue.
constexpr std::array kLooksAfterSubmission{seconds(1), seconds(2), seconds(4), seconds(8)};
constexpr seconds kControllerMayBeAway{30};

Result<std::optional<FoundIds>> look_for(const Submission& submission) {
  return look_up({submission.name}, clusters_of(read_file(submission.script).value_or("")));
}

}  // namespace

std::string SlurmScheduler::shape(const std::filesystem::path& script) const {
  return head_of_script(read_file(script).value_or(""));
}

Result<std::optional<std::string>> SlurmScheduler::submit(const Submission& submission) {
  if (is_array(submission)) TRY(write_array_script(submission));
  if (!unsure_.contains(submission.name)) return hand_over(submission);
  TRY_ASSIGN(const auto found, look_for(submission));
  if (!found) return std::nullopt;
  const auto& id = found->front();
  return id ? std::optional(keep(submission, *id)) : hand_over(submission);
}

Result<std::optional<std::string>> SlurmScheduler::hand_over(const Submission& submission) {
  TRY_ASSIGN(auto answer, submit_to_slurm(submission));
  switch (answer.kind) {
    case SubmitAnswer::Kind::got:
      return keep(submission, answer.id);
    case SubmitAnswer::Kind::full:
      if (watch_.has_jobs_in_flight() || is_array(submission)) return std::nullopt;
      [[fallthrough]];
    case SubmitAnswer::Kind::refused:
      return tl::make_unexpected(std::move(answer.refusal));
    case SubmitAnswer::Kind::unsure:
      break;
  }
  unsure_.insert(submission.name);
  return look_again_for(submission);
}

// Should it not be found now, the next try begins with another look. A job that comes still later finds its
// attempt claimed, and leaves.
Result<std::optional<std::string>> SlurmScheduler::look_again_for(const Submission& submission) {
  for (const auto wait : kLooksAfterSubmission) {
    clock_->sleep_for(wait);
    TRY_ASSIGN(const auto found, look_for(submission));
    if (!found) return std::nullopt;
    if (const auto& id = found->front()) return keep(submission, *id);
  }
  return std::nullopt;
}

std::string SlurmScheduler::keep(const Submission& submission, const std::string& id) {
  unsure_.erase(submission.name);
  if (!is_array(submission)) watch_.begin(id, submission.script);
  for (std::size_t i = 0; i < submission.tasks.size(); ++i)
    watch_.begin(id_of_task(id, i), submission.script);
  interval_ = kShortestInterval;
  return id;
}

Result<std::vector<std::optional<std::string>>> SlurmScheduler::find(const std::vector<std::string>& names) {
  if (names.empty()) return FoundIds{};
  const auto deadline = clock_->now() + kControllerMayBeAway;
  do {
    TRY_ASSIGN(auto found, look_up(names, clusters_));
    if (found) return std::move(*found);
    clock_->sleep_for(kShortestInterval);
  } while (clock_->now() < deadline);
  return failure(
      "Slurm's controller does not answer: it may have jobs of this sweep whose ids were not "
      "written down",
      "give the same command again when squeue answers: it continues");
}

// The script does not know its cluster. sbatch may have told it, or there is but one.
std::string SlurmScheduler::adopt(const std::string&, const Started& started) {
  const bool has_cluster = !started.job.empty() && clusters_.size() == 1;
  const SlurmJobId id{started.job, has_cluster ? clusters_.front() : ""};
  return watch_.id_of(started.job).value_or(to_string(id));
}

Result<std::vector<JobStatus>> SlurmScheduler::query(const std::vector<std::string>& ids) {
  TRY_ASSIGN(const auto changed, watch_.look(ids));
  interval_ = next_interval(interval_, changed);
  draw_ = std::generate_canonical<double, 32>(random_);
  std::vector<JobStatus> statuses;
  for (const auto& id : ids) statuses.push_back(watch_.status(id));
  return statuses;
}

Result<void> SlurmScheduler::cancel(const std::vector<std::string>& ids) {
  std::vector<std::string> open;
  for (const auto& id : ids)
    if (watch_.status(id).state != JobState::ended) open.push_back(id);
  return cancel_in_slurm(open, *clock_);
}

}  // namespace scalegen

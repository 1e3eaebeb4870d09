#include "runner/slurm/slurm_scheduler.hpp"

#include <array>

#include "runner/slurm/cancel.hpp"
#include "runner/slurm/look_up.hpp"
#include "runner/slurm/submit.hpp"

namespace scalegen {
namespace {

using std::chrono::seconds;

// After an sbatch that failed, until a controller that was slow has put the job into its queue.
constexpr std::array kLooksAfterSubmission{seconds(1), seconds(2), seconds(4), seconds(8)};
constexpr seconds kControllerMayBeAway{30};

}  // namespace

Result<std::optional<std::string>> SlurmScheduler::submit(const Submission& submission) {
  if (!unsure_.contains(submission.name)) return hand_over(submission);
  const auto found = look_up({submission.name});
  if (!found) return tl::make_unexpected(found.error());
  if (!*found) return std::nullopt;
  const auto& id = (*found)->front();
  return id ? std::optional(keep(submission, *id)) : hand_over(submission);
}

Result<std::optional<std::string>> SlurmScheduler::hand_over(const Submission& submission) {
  auto answer = submit_to_slurm(submission);
  if (!answer) return tl::make_unexpected(answer.error());
  switch (answer->kind) {
    case SubmitAnswer::Kind::got:
      return keep(submission, answer->id);
    case SubmitAnswer::Kind::full:
      if (watch_.has_jobs_in_flight()) return std::nullopt;
      [[fallthrough]];
    case SubmitAnswer::Kind::refused:
      return tl::make_unexpected(std::move(answer->refusal));
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
    const auto found = look_up({submission.name});
    if (!found) return tl::make_unexpected(found.error());
    if (!*found) return std::nullopt;
    if (const auto& id = (*found)->front()) return keep(submission, *id);
  }
  return std::nullopt;
}

std::string SlurmScheduler::keep(const Submission& submission, const std::string& id) {
  unsure_.erase(submission.name);
  watch_.begin(id, submission.script);
  interval_ = kShortestInterval;
  return id;
}

Result<std::vector<std::optional<std::string>>> SlurmScheduler::find(const std::vector<std::string>& names) {
  if (names.empty()) return FoundIds{};
  const auto deadline = clock_->now() + kControllerMayBeAway;
  do {
    auto found = look_up(names);
    if (!found) return tl::make_unexpected(found.error());
    if (*found) return std::move(**found);
    clock_->sleep_for(kShortestInterval);
  } while (clock_->now() < deadline);
  return failure(
      "Slurm's controller does not answer: it may have jobs of this sweep whose ids were not "
      "written down",
      "give the same command again when squeue answers: it continues");
}

// sbatch may have told its cluster too, which the script does not know.
std::string SlurmScheduler::adopt(const std::string&, const Started& started) {
  return watch_.id_of(started.job).value_or(started.job);
}

Result<std::vector<JobStatus>> SlurmScheduler::query(const std::vector<std::string>& ids) {
  const auto changed = watch_.look(ids);
  if (!changed) return tl::make_unexpected(changed.error());
  interval_ = next_interval(interval_, *changed);
  draw_ = std::generate_canonical<double, 32>(random_);
  std::vector<JobStatus> statuses;
  for (const auto& id : ids) statuses.push_back(watch_.status(id));
  return statuses;
}

Result<void> SlurmScheduler::cancel(const std::string& id) {
  const auto job = parse_job_id(id);
  if (!job || watch_.status(id).state == JobState::ended) return {};
  return cancel_in_slurm(*job, *clock_);
}

}  // namespace scalegen

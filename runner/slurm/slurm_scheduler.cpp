#include "runner/slurm/slurm_scheduler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "runner/slurm/array_script.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/sbatch.hpp"
#include "runner/slurm/scancel.hpp"
#include "runner/slurm/slurm_client.hpp"

namespace scalegen::slurm {

namespace {

using std::chrono::seconds;

// After an sbatch that failed, until a slow controller has put the job into its queue.
constexpr seconds kControllerIsSlow{15};
constexpr int kMostTries = 3;  // each may be a job more

tl::unexpected<Diagnostics> never_listed(const Submission& submission) {
  return failure(
      fmt::format("sbatch was run {} times for '{}' and gave no id, and Slurm lists no job of this name",
                  kMostTries, submission.name),
      "see what sbatch prints here: one line has to be the job's id alone; then give the same command again: "
      "it looks for the job first",
      {shell_command(sbatch_command(submission))});
}

}  // namespace

std::chrono::milliseconds next_interval(std::chrono::milliseconds last, bool changed) {
  return changed ? kShortestInterval : std::clamp(last * 3 / 2, kShortestInterval, kLongestInterval);
}

std::chrono::milliseconds with_jitter(std::chrono::milliseconds interval, double draw) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(interval * (0.9 + 0.2 * draw));
}

// The cluster of this machine has an empty name.
SlurmScheduler::SlurmScheduler(Clock& clock, std::vector<std::string> clusters, uid_t user)
    : clock_(&clock),
      clusters_(clusters.empty() ? std::vector<std::string>{""} : std::move(clusters)),
      user_(user),
      tracker_(clock, user) {}

// Jobs that are sent to clusters by name are asked for there, from wherever.
Result<std::optional<std::string>> SlurmScheduler::cluster() {
  if (!clusters_.front().empty()) return comma_separated(clusters_);
  if (const char* chosen = std::getenv("SLURM_CLUSTERS"); chosen != nullptr && *chosen != 0) return chosen;
  if (cluster_) return cluster_;
  TRY_ASSIGN(const auto config, run_client({"scontrol", "show", "config"}));
  if (config.exit_status == 0) cluster_ = setting_of(config.out, "ClusterName");
  return cluster_;
}

// Slurm counts tasks from 0: the highest number is one less. 0: no arrays.
std::size_t SlurmScheduler::largest_array() {
  const auto config = run_client({"scontrol", "show", "config"}, clusters_.front());
  const auto most = setting_of(config ? config->out : "", "MaxArraySize");
  if (most.empty()) return kUsualArray;
  return std::clamp<std::size_t>(std::strtoull(most.c_str(), nullptr, 10), 1, kUsualArray);
}

Result<SubmissionAnswer> SlurmScheduler::submit(const Submission& submission) {
  if (is_array(submission)) TRY(write_array_script(submission));
  const auto known = uncertain_.find(submission.name);
  if (known == uncertain_.end()) return submit_new(submission);
  const auto [since, tries] = known->second;
  const bool may_come_yet = clock_->now() < since + kControllerIsSlow;
  TRY_ASSIGN(auto found, look_for_it(submission));
  if (found || may_come_yet) return std::move(found).value_or(SubmissionAnswer{});
  if (tries == kMostTries) return never_listed(submission);
  TRY_ASSIGN(auto answer, submit_new(submission));
  if (answer.kind == SubmissionAnswer::Kind::accepted)
    answer.reason = "sbatch gave no id before, and Slurm listed no job of its name";
  return answer;
}

Result<SubmissionAnswer> SlurmScheduler::submit_new(const Submission& submission) {
  using Kind = SubmissionAnswer::Kind;
  TRY_ASSIGN(auto answer, run_sbatch(submission));
  switch (answer.kind) {
    case SbatchAnswer::Kind::accepted:
      return accepted(submission, answer.id);
    case SbatchAnswer::Kind::full: {
      TRY_ASSIGN(const auto waits, may_get_room(answer.limit));
      if (waits || is_array(submission))
        return SubmissionAnswer{
            .kind = uncertain_.contains(submission.name) ? Kind::uncertain : Kind::deferred,
            .reason = std::move(answer.limit)};
      return tl::make_unexpected(std::move(answer.refusal));
    }
    case SbatchAnswer::Kind::refused:
      return tl::make_unexpected(std::move(answer.refusal));
    case SbatchAnswer::Kind::uncertain:
      break;
  }
  auto& uncertain = uncertain_[submission.name];
  uncertain = {clock_->now(), uncertain.tries + 1};
  interval_ = kShortestInterval;
  TRY_ASSIGN(auto found, look_for_it(submission));
  return std::move(found).value_or(SubmissionAnswer{});
}

// It is looked for at each turn, and submitted again if the queue answers and has not listed it for a while.
// Whoever submits it again looks first whether a script has claimed its attempt: a short job may have ended
// unseen. A job that appears still later finds its attempt claimed, and leaves. Returns nullopt if Slurm
// answers and does not list it.
Result<std::optional<SubmissionAnswer>> SlurmScheduler::look_for_it(const Submission& submission) {
  TRY_ASSIGN(const auto found, find_by_name({submission.name}, clusters_, user_));
  if (!found) return SubmissionAnswer{};
  if (const auto& id = found->front()) return accepted(submission, *id);
  return std::nullopt;
}

// Jobs of this person fill it, or for a group those of others, and will end. If there are none, twice, it
// leaves room for none.
Result<bool> SlurmScheduler::may_get_room(const std::string& limit) {
  if (limit.find("Grp") != std::string::npos || limit.find("PerAccount") != std::string::npos) return true;
  bool has_jobs = false;
  for (const auto& cluster : clusters_) {
    TRY_ASSIGN(const auto queue, query_queue_of_user({cluster, user_}));
    has_jobs =
        has_jobs || !queue.jobs ||
        std::any_of(queue.jobs->begin(), queue.jobs->end(), [](const auto& job) { return is_alive(job); });
  }
  const bool was_so_before = std::exchange(was_full_without_jobs_, !has_jobs);
  return has_jobs || !was_so_before;
}

SubmissionAnswer SlurmScheduler::accepted(const Submission& submission, const JobId& id) {
  uncertain_.erase(submission.name);
  was_full_without_jobs_ = false;
  if (!is_array(submission)) tracker_.add(id, submission.name, submission.script);
  for (std::size_t i = 0; i < submission.tasks.size(); ++i)
    tracker_.add(id_of_task(id, i), submission.name, submission.script);
  interval_ = kShortestInterval;
  return {SubmissionAnswer::Kind::accepted, id};
}

Result<std::optional<FoundIds>> SlurmScheduler::find(const std::vector<std::string>& names) {
  if (names.empty()) return FoundIds{};
  return find_by_name(names, clusters_, user_);
}

// sbatch may have named its cluster, or there is but one. Slurm's job of this number has to have the name
// that the claim's job had, or at least the sweep's mark. What a person submitted may be anywhere.
JobId SlurmScheduler::adopt(const std::string& name, const Started& started) {
  if (auto known = tracker_.id_of(started.job)) return *std::move(known);
  const auto mark = name.substr(name.rfind('-'));
  const bool is_own = started.job_name.empty() || started.job_name.ends_with(mark);
  if (started.job.empty() || (!is_own && is_elsewhere(started.cluster))) return {};
  JobId id{started.job, clusters_.size() == 1 ? clusters_.front() : started.cluster};
  tracker_.remember(id, started.job_name.empty() ? mark : started.job_name);
  return id;
}

bool SlurmScheduler::is_elsewhere(const std::string& cluster_of_job) {
  if (!clusters_.front().empty()) return std::ranges::find(clusters_, cluster_of_job) == clusters_.end();
  const auto here = cluster();
  return here && *here && **here != cluster_of_job;
}

Result<std::vector<JobId>> SlurmScheduler::find_all(const std::string& sweep_id) {
  std::vector<JobId> ids;
  for (const auto& cluster : clusters_) {
    TRY_ASSIGN(const auto queue, query_queue_of_user({cluster, user_}));
    if (!queue.jobs)
      return failure("Slurm's queue does not answer: nothing was cancelled",
                     "give the same command again when squeue answers", {"squeue: " + queue.complaint});
    for (const auto& job : *queue.jobs)
      if (kind_of(job.state) != StateKind::has_ended && job.name.ends_with("-" + sweep_id))
        ids.push_back({job.number, cluster});
  }
  return ids;
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

Result<void> SlurmScheduler::cancel(const std::vector<JobId>& ids) { return cancel_jobs(ids, *clock_); }

}  // namespace scalegen::slurm

#include "app/submission.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "app/plan_summary.hpp"
#include "app/train_build.hpp"
#include "core/shell_quote.hpp"
#include "core/units.hpp"
#include "runner/outcome_policy.hpp"
#include "runner/slurm/slurm_client.hpp"

namespace scalegen {
namespace {

using RunIds = std::unordered_set<std::string>;

RunIds runs_to_submit(const std::vector<RunStatus>& statuses, bool retry_failed) {
  RunIds runs;
  for (const auto& status : statuses)
    if ((!is_with_scheduler(status) || !status.job->place.end.empty()) && is_due(status.record, retry_failed))
      runs.insert(status.record.run.id);
  return runs;
}

std::vector<Job> jobs_with(const RunIds& runs, const Plan& plan) {
  std::vector<Job> jobs;
  std::ranges::copy_if(plan.jobs, std::back_inserter(jobs), [&](const Job& job) {
    return std::ranges::any_of(job.runs, [&](const std::string& run) { return runs.contains(run); });
  });
  return jobs;
}

}  // namespace

Result<void> check_sbatch(const Profile& profile, const SweepSource& source) {
  if (!traits_of(profile.scheduler).takes_directives || slurm::run_client({"sbatch", "--version"})) return {};
  return failure(fmt::format("there is no sbatch here to submit the jobs for '{}'", profile.name),
                 fmt::format("give this command on a login node there, or write the scripts with 'scalegen "
                             "generate {} --cluster {}'",
                             shell_quote(source.file), shell_quote(source.cluster)));
}

Result<void> check_program(const SweepSpec& spec, const SweepSource& source) {
  const bool is_of_profile = !spec.file.program && source.train.empty();
  if (!is_of_profile || traits_of(spec.profile.scheduler).runs_here) return {};
  return check_built(spec.profile);
}

Result<void> check_account(const SweepSpec& spec, const plan::PlannedSweep& planned) {
  if (!spec.profile.needs_account || !planned.plan.head.launch.account.empty()) return {};
  return failure(fmt::format("'{}' requires an account for each job", spec.profile.name),
                 "add 'account:' to the sweep file, or --account");
}

Result<void> check_example_intended(const SweepSpec& spec, const SweepSource& source, bool may_ask) {
  const bool is_named = source.file.starts_with("example:");
  if (!spec.text.bundled || is_named || may_ask) return {};
  return failure(fmt::format("there is no file '{}' here, and nobody to ask whether the example of that name "
                             "is meant",
                             source.file),
                 fmt::format("if it is: example:{}, or --yes", source.file));
}

Result<void> check_can_detach(bool keeps_jobs, bool detach) {
  if (keeps_jobs || !detach) return {};
  return failure("--detach needs a scheduler that keeps the jobs: on this machine they end with scalegen",
                 "leave it out; an interrupted sweep continues with the same command");
}

SubmissionCost submission_cost(const Plan& plan, const std::vector<RunStatus>& statuses, bool retry_failed) {
  const auto runs = runs_to_submit(statuses, retry_failed);
  return {std::ssize(runs), plan::price(plan, jobs_with(runs, plan))};
}

SubmissionCost submission_cost(const Plan& plan) {
  return {std::ssize(plan.runs), plan::price(plan, plan.jobs)};
}

std::string cost_text(const SubmissionCost& cost) {
  return fmt::format("{} to submit, at most {}", counted(cost.runs, "run"), price_text(cost.price));
}

Result<void> check_gpu_hours(const SubmissionCost& cost, std::optional<double> max_gpu_hours) {
  if (cost.runs == 0 || !max_gpu_hours || cost.price.gpu_hours <= *max_gpu_hours) return {};
  return failure(
      fmt::format("{}, but --max-gpu-hours allows {}", cost_text(cost), three_digits(*max_gpu_hours)),
      "allow more, or ask for fewer runs or a shorter time_limit");
}

}  // namespace scalegen

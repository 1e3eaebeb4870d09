#include "cli/notices.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <unordered_set>

#include "cli/plan_table.hpp"
#include "cli/terminal.hpp"
#include "core/units.hpp"
#include "runner/outcome_policy.hpp"

namespace scalegen {

namespace {

/// The runs that this call will submit.
std::unordered_set<std::string> still_to_submit(const std::vector<RunStatus>& runs, bool retry_failed) {
  std::unordered_set<std::string> due;
  for (const auto& run : runs)
    if (!is_with_scheduler(run) && is_due(run.record, retry_failed)) due.insert(run.record.run.id);
  return due;
}

/// A job is paid whole, even where one of its runs is left.
std::vector<Job> jobs_with(const std::unordered_set<std::string>& runs, const Plan& plan) {
  std::vector<Job> jobs;
  std::copy_if(plan.jobs.begin(), plan.jobs.end(), std::back_inserter(jobs), [&](const Job& job) {
    return std::any_of(job.runs.begin(), job.runs.end(),
                       [&](const std::string& run) { return runs.contains(run); });
  });
  return jobs;
}

bool says_yes() {
  tell("submit? [y/N] ");
  std::string answer;
  if (!std::getline(std::cin, answer)) tell("\n");  // the end of the file ends no line on the terminal
  return answer == "y" || answer == "yes";
}

}  // namespace

Result<bool> may_submit(const Plan& plan, const std::vector<RunStatus>& runs, const Following& following) {
  const auto due = still_to_submit(runs, following.retry_failed);
  if (due.empty()) return true;
  const auto cost = plan::price(plan, jobs_with(due, plan));
  const auto text =
      fmt::format("{} to submit, at most {}", counted(std::ssize(due), "run"), price_text(cost));
  if (following.max_gpu_hours && cost.gpu_hours > *following.max_gpu_hours)
    return failure(
        fmt::format("{}, and --max-gpu-hours allows {}", text, three_digits(*following.max_gpu_hours)),
        "allow more, or ask for fewer runs or a shorter time_limit");
  tell(text + "\n");
  return following.yes || ::isatty(STDIN_FILENO) == 0 || says_yes();
}

void notice(const SweepSpec& spec, const plan::PlannedSweep& planned) {
  if (spec.text.bundled)
    tell(fmt::format("no file '{0}' here: taking the example '{0}' that scalegen carries\n", spec.text.name));
  if (spec.profile.origin != "built in")
    tell(fmt::format("profile '{}' from {}\n", spec.profile.name, spec.profile.origin));
  for (const auto& own : spec.templates) tell(fmt::format("template '{}' from {}\n", own.name, own.path));
  tell(render(planned.warnings));
}

}  // namespace scalegen

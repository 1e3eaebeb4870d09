#include "cli/confirmations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "app/once_more.hpp"
#include "app/user_settings.hpp"
#include "cli/terminal.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/ownership.hpp"

namespace scalegen {
namespace {

bool says_yes(std::string_view question) {
  tell(fmt::format("{} [y/N] ", question));
  std::string answer;
  if (!std::getline(std::cin, answer)) tell("\n");  // at its end, input leaves the cursor behind the question
  return answer == "y" || answer == "yes";
}

}  // namespace

Result<bool> confirm_submission(const SubmissionCost& cost, const SubmitOptions& options) {
  if (cost.runs == 0) return true;
  TRY(check_gpu_hours(cost, options.max_gpu_hours));
  if (const auto job = environment("SLURM_JOB_ID"); !job.empty())
    tell(fmt::format("this is inside job {}: new jobs are queued beside it and do not run on its nodes\n",
                     job));
  tell(cost_text(cost) + "\n");
  return options.yes || !input_is_a_terminal() || says_yes("submit?");
}

Result<bool> confirm_cluster(const FollowedSweep& sweep) {
  const auto& [directory, plan, scheduler, clock, options, excluded] = sweep;
  TRY_ASSIGN(const auto journal, read_journal(directory.journal()));
  const bool has_begun = journal && !replay(journal->text).empty();
  if (!has_begun || options.yes || !plan.head.launch.clusters.empty()) return true;
  TRY_ASSIGN(const auto its, recorded_cluster(directory, plan, *journal));
  if (!its.empty()) return true;
  TRY_ASSIGN(const auto here, scheduler.cluster());
  const auto doubt = fmt::format("nothing in '{}' says which cluster has its jobs, and this is '{}'",
                                 directory.root.string(), here.value_or("unknown"));
  if (!input_is_a_terminal()) return failure(doubt, "if they are here, add --yes");
  return says_yes(doubt + ": are they here?");
}

bool confirm_retry(std::ptrdiff_t failed, const SubmitOptions& options) {
  const auto runs = counted(failed, "run");
  if (!options.yes && input_is_a_terminal()) return says_yes(fmt::format("{} failed before: again?", runs));
  tell(fmt::format("{} failed before: --again failed runs {} again\n", runs, failed == 1 ? "it" : "them"));
  return false;
}

void say_once_more(const RunDirectory& directory, const Plan& plan, const std::vector<RunStatus>& runs) {
  if (std::ranges::any_of(runs, [](const auto& run) { return phase_of(run) != JobPhase::settled; })) return;
  for (const auto& one : runs_once_more(directory, plan, records_of(runs)))
    tell(fmt::format("{}; to measure it once more:  scalegen sweep {}\n", one.why,
                     shell_quote(directory.root.string())));
}

void print_notices(const SweepSpec& spec, const plan::PlannedSweep& planned) {
  if (spec.text.bundled)
    tell(fmt::format("there is no file '{0}' here: using scalegen's example '{0}'\n", spec.text.name));
  if (spec.profile.origin != "built in")
    tell(fmt::format("profile '{}' from {}\n", spec.profile.name, spec.profile.origin));
  for (const auto& own : spec.templates) tell(fmt::format("template '{}' from {}\n", own.name, own.path));
  tell(render(planned.warnings));
}

}  // namespace scalegen

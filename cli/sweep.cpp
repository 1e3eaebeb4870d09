#include <fmt/format.h>
#include <unistd.h>

#include "app/match_existing_run.hpp"
#include "app/open_run_directory.hpp"
#include "app/sweep_spec.hpp"
#include "app/train_build.hpp"
#include "cli/notices.hpp"
#include "cli/run_and_wait.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/files.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/slurm/slurm_client.hpp"

namespace scalegen {
namespace {

// Before jobs wait for hours to find that there is none. One that a person names may be seen by the nodes
// alone.
Result<void> has_program(const SweepSpec& spec, const SweepSource& source) {
  const bool of_profile = !spec.file.program && source.train.empty();
  if (!of_profile || spec.profile.scheduler == SchedulerKind::local) return {};
  return check_built(spec.profile);
}

// A new plan only warns; but here its jobs would be refused one by one.
Result<void> has_account(const SweepSpec& spec, const plan::PlannedSweep& planned) {
  if (!spec.profile.needs_account || !planned.plan.head.launch.account.empty()) return {};
  return failure(fmt::format("'{}' wants an account for each job", spec.profile.name),
                 "add 'account:' to the sweep file, or --account");
}

// In a wrong folder, with nobody to ask, the example of the same name would spend an allocation.
Result<void> is_meant(const SweepSpec& spec, const SweepCommand& command) {
  const bool may_be_asked = ::isatty(STDIN_FILENO) != 0;
  const bool is_named = command.source.file.starts_with("example:");
  if (!spec.text.bundled || is_named || may_be_asked || command.following.yes) return {};
  return failure(
      fmt::format("there is no '{}' here, and nobody to ask whether the example of that name is meant",
                  command.source.file),
      fmt::format("if it is: example:{}, or --yes", command.source.file));
}

std::vector<RunStatus> none_begun(const Plan& plan) {
  std::vector<RunStatus> all;
  for (const auto& run : plan.runs) all.push_back({.record = {.run = run}});
  return all;
}

Result<ExitCode> follow_in(const RunDirectory& directory, const Plan& plan, const Following& following) {
  tell(fmt::format("run directory: {}\n", directory.root.string()));
  return follow(directory, plan, following);
}

Result<plan::PlannedSweep> plan_of(const SweepSpec& spec, const SweepSource& source,
                                   const std::optional<Plan>& repeated) {
  auto planned = plan_spec(spec, source);
  return planned && repeated ? planned_again(*std::move(planned), *repeated, source) : planned;
}

// What a person does not agree to leaves nothing behind.
Result<ExitCode> begin_in(const RunDirectory& directory, const SweepSpec& spec, const SweepCommand& command,
                          const std::optional<Plan>& repeated) {
  TRY(has_program(spec, command.source));
  TRY_ASSIGN(const auto planned, plan_of(spec, command.source, repeated));
  TRY(has_account(spec, planned));
  notice(spec, planned);
  auto following = command.following;
  if (spec.profile.scheduler == SchedulerKind::slurm) {
    TRY(is_meant(spec, command));
    TRY_ASSIGN(const auto agreed, may_submit(planned.plan, none_begun(planned.plan), following));
    if (!agreed) return kDone;
    following.agreed = true;
  }
  TRY(write_new_directory(directory, "", spec, planned.plan));
  return follow_in(directory, planned.plan, following);
}

// A directory that is there wins over what the sweep file would come to today.
Result<ExitCode> go_on_in(const RunDirectory& directory, const SweepSpec& spec, const SweepCommand& command,
                          const std::optional<Plan>& repeated) {
  TRY_ASSIGN(const auto matched, match_existing_run(directory, spec, command.source));
  if (matched.added_rounds > 0)
    tell(fmt::format("{} more: {} added\n", counted(matched.added_rounds, "repeat"),
                     counted(matched.added_runs, "run")));
  if (repeated && !same_runs(*repeated, matched.plan))
    return failure(fmt::format("'{}' holds other runs than this plan", directory.root.string()),
                   "begin a new run directory with -o NEW_FOLDER");
  return follow_in(directory, matched.plan, command.following);
}

// Before anything is written: a person's own machine has no Slurm to submit to.
Result<void> can_submit_here(const Profile& profile, const SweepSource& source) {
  if (profile.scheduler == SchedulerKind::local || slurm::run_client({"sbatch", "--version"})) return {};
  return failure(fmt::format("there is no sbatch here to submit the jobs for '{}'", profile.name),
                 fmt::format("give this command on a login node there, or write the scripts with 'scalegen "
                             "generate {} --cluster {}'",
                             shell_quote(source.file), shell_quote(source.cluster)));
}

Result<ExitCode> sweep(const SweepCommand& command, const std::optional<Plan>& repeated) {
  TRY_ASSIGN(const auto spec, read_spec(command.source));
  TRY(can_submit_here(spec.profile, command.source));
  TRY(can_leave(spec.profile.scheduler == SchedulerKind::slurm, command.following));
  TRY_ASSIGN(const auto root, directory_for(command.directory, spec));
  const RunDirectory directory{root};
  TRY_ASSIGN(const auto is_planned, is_there(directory.plan_file()));
  return is_planned ? go_on_in(directory, spec, command, repeated)
                    : begin_in(directory, spec, command, repeated);
}

}  // namespace

Result<ExitCode> run_verb(const SweepCommand& command) {
  if (!names_a_plan(command.source.file)) return sweep(command, std::nullopt);
  if (command.directory.empty())
    return failure("a plan is repeated in a run directory of its own", "name one with -o NEW_FOLDER");
  return read_repeated_plan(command.source).and_then([&](const RepeatedPlan& repeated) {
    auto again = command;
    again.source = repeated.source;
    return sweep(again, repeated.plan);
  });
}

}  // namespace scalegen

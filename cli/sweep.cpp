#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>

#include "app/held_allocation.hpp"
#include "app/imported_script.hpp"
#include "app/match_existing_run.hpp"
#include "app/open_run_directory.hpp"
#include "app/submission.hpp"
#include "app/sweep_spec.hpp"
#include "app/user_settings.hpp"
#include "cli/confirmations.hpp"
#include "cli/run_and_wait.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/files.hpp"
#include "core/try.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

Result<ExitCode> run_in(const RunDirectory& directory, const Plan& plan, const SubmitOptions& options) {
  tell(fmt::format("run directory: {}\n", directory.root.string()));
  return follow(directory, plan, options);
}

Result<plan::PlannedSweep> plan_of(const SweepSpec& spec, const SweepSource& source,
                                   const std::optional<Plan>& rerun) {
  TRY_ASSIGN(auto planned, plan_spec(spec, source));
  return rerun ? rerun_plan(std::move(planned), *rerun, source) : std::move(planned);
}

Result<bool> confirm(const SweepSpec& spec, const SweepCommand& command, const Plan& plan) {
  TRY(check_example_intended(spec, command.source, input_is_a_terminal() || command.options.yes));
  return confirm_submission(submission_cost(plan), command.options);
}

// The run directory is written last: a refusal leaves nothing behind.
Result<ExitCode> start_new(const RunDirectory& directory, const SweepSpec& spec, const SweepCommand& command,
                           const std::optional<Plan>& rerun) {
  TRY(check_program(spec, command.source));
  TRY_ASSIGN(const auto planned, plan_of(spec, command.source, rerun));
  TRY(check_account(spec, planned));
  TRY(enter_allocation(planned.plan.head, planned.plan.runs));
  print_notices(spec, planned);
  auto options = command.options;
  if (command.source.held) TRY(check_gpu_hours(submission_cost(planned.plan), options.max_gpu_hours));
  if (submits_jobs(planned.plan.head)) {
    TRY_ASSIGN(options.agreed, confirm(spec, command, planned.plan));
    if (!options.agreed) return kDone;
  }
  TRY_ASSIGN(const auto plan, create_run_directory(directory, "", spec, planned.plan));
  return run_in(directory, plan, options);
}

// The plan in the directory counts, even if the sweep file would lead to another one today.
Result<ExitCode> continue_existing(const RunDirectory& directory, const SweepSpec& spec,
                                   const SweepCommand& command, const std::optional<Plan>& rerun) {
  if (rerun) {
    TRY_ASSIGN(const auto opened, open_run_directory(directory.root.string()));
    if (!has_same_runs(*rerun, opened.plan))
      return failure(fmt::format("'{}' holds other runs than this plan", directory.root.string()),
                     "begin a new run directory with -o NEW_FOLDER");
  }
  TRY_ASSIGN(const auto matched, match_existing_run(directory, spec, command.source));
  for (const auto& line : matched.news) tell(line + "\n");
  tell(render(matched.warnings));
  return run_in(directory, matched.plan, command.options);
}

/// A new sweep in an allocation uses its nodes, in place of jobs beside it. One that has begun goes on as it
/// did, and one that shares nodes has a job for that.
Result<bool> is_for_allocation(const RunDirectory& directory, bool exists, const SweepSpec& spec,
                               const std::optional<Plan>& rerun) {
  if (!traits_of(spec.profile.scheduler).allocates) return false;
  if (exists) return read_plan_of(directory).map([](const Plan& plan) { return plan.head.launch.held; });
  return !environment("SLURM_JOB_ID").empty() && !(rerun && shares_nodes(*rerun));
}

Result<ExitCode> sweep(SweepCommand command, const std::optional<Plan>& rerun) {
  TRY_ASSIGN(const auto spec, read_spec(command.source));
  TRY(check_sbatch(spec.profile, command.source));
  TRY_ASSIGN(const auto directory, run_directory_for(command.directory, spec));
  TRY_ASSIGN(const auto exists, is_there(directory.plan_file()));
  TRY_ASSIGN(command.source.held, is_for_allocation(directory, exists, spec, rerun));
  const bool keeps_jobs = traits_of(spec.profile.scheduler).keeps_jobs && !command.source.held;
  TRY(check_can_detach(keeps_jobs, command.options.detach));
  return exists ? continue_existing(directory, spec, command, rerun)
                : start_new(directory, spec, command, rerun);
}

// The plan is in the directory: options that would change it have no effect.
Result<ExitCode> continue_in(const SweepCommand& command) {
  if (command.source != SweepSource{.file = command.source.file} || !command.directory.empty())
    return failure(
        fmt::format("'{}' is a folder, and options of a sweep file go with one", command.source.file),
        "name the sweep file in its place, or leave out the options");
  return run_verb(ResumeCommand{command.source.file, command.options});
}

// A name without an ending may be meant as that of a run directory; examples have such names, too.
Result<void> check_names_something(const std::string& file) {
  const std::filesystem::path path(file);
  std::error_code ignored;
  const bool is_a_path = !path.has_extension() && file.find(':') == std::string::npos;
  if (!is_a_path || std::filesystem::exists(path, ignored) || read_sweep_text(file)) return {};
  const auto similar = similar_run_directory(path);
  return failure(
      fmt::format("'{}' is neither a sweep file nor a run directory", file),
      similar.empty() ? "name a file such as mnist.yaml, or a run directory that is there" : similar);
}

// The sweep file stays: it is what a person edits, and what the command continues with.
Result<ExitCode> sweep_script(SweepCommand command) {
  if (!command.names_cluster) TRY(check_is_for_this_machine(command.source.file));
  TRY_ASSIGN(const auto imported, import_job_script({.file = command.source.file, .scales = command.scales}));
  TRY_ASSIGN(const auto file, write_imported(command.source.file, imported));
  tell(imported.told);
  tell(fmt::format("sweep file: {}\n", file));
  if (command.source.cluster == SweepSource{}.cluster)
    tell("note: it runs on this machine; with --cluster NAME its runs are jobs\n");
  command.source.file = file;
  return sweep(std::move(command), std::nullopt);
}

}  // namespace

Result<ExitCode> run_verb(const SweepCommand& command) {
  std::error_code ignored;
  if (is_script(command.source.file)) return sweep_script(command);
  if (!command.scales.empty())
    return failure("--scales is for a job script",
                   fmt::format("write 'scales:' into '{}'", command.source.file));
  if (std::filesystem::is_directory(command.source.file, ignored)) return continue_in(command);
  TRY(check_names_something(command.source.file));
  if (!is_plan_file(command.source.file)) return sweep(command, std::nullopt);
  if (command.directory.empty())
    return failure("a plan is run again in a run directory of its own", "name one with -o NEW_FOLDER");
  TRY_ASSIGN(auto rerun, read_rerun_request(command.source));
  auto command_for_sweep_file = command;
  command_for_sweep_file.source = std::move(rerun.source);
  return sweep(std::move(command_for_sweep_file), rerun.plan);
}

}  // namespace scalegen

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <variant>

#include "analysis/report/formats.hpp"
#include "analysis/report/sections.hpp"
#include "app/discard_attempt.hpp"
#include "app/followed_sweep.hpp"
#include "app/held_allocation.hpp"
#include "app/imported_script.hpp"
#include "app/match_existing_run.hpp"
#include "app/open_run_directory.hpp"
#include "app/replan.hpp"
#include "app/scheduler_of.hpp"
#include "app/slow_nodes.hpp"
#include "app/submission.hpp"
#include "app/sweep_spec.hpp"
#include "app/user_settings.hpp"
#include "cli/confirmations.hpp"
#include "cli/progress_line.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/files.hpp"
#include "core/gone.hpp"
#include "core/outcome.hpp"
#include "core/shell_quote.hpp"
#include "core/stop_signal.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/ownership.hpp"

namespace scalegen {
namespace {

/// Says that the sweep goes on, and how long it may take if each run takes as long as the trial.
void say_trial(const RunRecord& trial, std::size_t left, const PlanHead& head) {
  auto text = fmt::format("trial: {} has a figure; {}", trial.run.id,
                          counted(static_cast<std::int64_t>(left), "more run"));
  const bool in_turn = !submits_jobs(head);
  if (trial.elapsed)
    text += fmt::format(", about {}{}",
                        duration_text(std::chrono::round<std::chrono::seconds>(
                            in_turn ? *trial.elapsed * static_cast<int>(left) : *trial.elapsed)),
                        in_turn ? "" : " each");
  tell(text + "\n");
}

std::optional<StepProgress> steps_of(const FollowedSweep& sweep, const Progress& progress) {
  const auto run = std::ranges::find(sweep.plan.runs, progress.current_job, &Run::id);
  if (run == sweep.plan.runs.end()) return std::nullopt;
  return progress_now(*run, sweep.directory.attempt(run->id, progress.current_attempt));
}

Result<SweepEnd> run(const FollowedSweep& sweep) {
  ProgressLine line(stderr, [&](const Progress& progress) { return steps_of(sweep, progress); });
  catch_stop_signals();
  SweepObserver observer;
  observer.report = [&, is_first = true](const Progress& progress) mutable {
    // A client that was ended with this tool is no scheduler that does not answer.
    if (stop_signal() == 0 || progress.ended) line.show(progress);
    if (!progress.ended || !has_completed(*progress.ended) || !std::exchange(is_first, false)) return;
    if (const auto load = load_in_the_way(sweep); !load.empty() && progress.runs_done < progress.runs_total)
      tell(load + "; if it stays, the figures will be uncertain\n");
  };
  observer.wants_stop = [] { return stop_signal() != 0; };
  observer.look_at_trial = [&](const RunRecord& trial, std::size_t left) {
    say_trial(trial, left, sweep.plan.head);
    return "";
  };
  return follow_once(sweep, observer);
}

/// Says which nodes are left out, and why.
Result<void> exclude_slow_nodes(FollowedSweep& sweep) {
  if (!sweep.options.exclude_slow) return {};
  TRY_ASSIGN(auto slow, slow_nodes_of(sweep.directory, sweep.plan));
  for (const auto& reason : slow.reasons) tell(reason + "\n");
  tell(fmt::format("excluded from what is still to be submitted: {}\n", fmt::join(slow.names, ", ")));
  sweep.excluded_nodes = std::move(slow.names);
  return {};
}

std::string completed_text(const SweepEnd& end) {
  return fmt::format("{} of {} runs are completed", std::ranges::count_if(end.records, has_completed),
                     end.records.size());
}

std::string what_goes_on(const Progress& last, const RunDirectory& directory) {
  auto text = fmt::format("{} with Slurm, which go on without scalegen",
                          counted(static_cast<std::int64_t>(last.jobs_running + last.jobs_queued), "job"));
  if (last.jobs_pending > 0) text += fmt::format("; {} not submitted yet", last.jobs_pending);
  if (!last.why_pending.empty()) text += fmt::format(" ({})", last.why_pending);
  return text + fmt::format("\ncome back with:  scalegen sweep {}\n", shell_quote(directory.root.string()));
}

ExitCode say_left(const SweepEnd& end, bool jobs_go_on, const RunDirectory& directory) {
  if (jobs_go_on)
    tell(fmt::format("{}; {}", completed_text(end), what_goes_on(end.progress, directory)));
  else
    tell(fmt::format("interrupted: {}; the same command continues{}\n", completed_text(end),
                     std::any_of(end.records.begin(), end.records.end(), has_completed)
                         ? fmt::format(", and 'scalegen report {}' shows what is measured",
                                       shell_quote(directory.root.string()))
                         : ""));
  return stop_signal() == 0 ? kDone : kSignal + stop_signal();
}

std::string text_of_output(const std::filesystem::path& file, const std::string& quoted) {
  std::error_code error;
  const bool is_empty = std::filesystem::file_size(file, error) == 0 && !error;
  return is_empty ? "it printed nothing" : "its output is in " + quoted;
}

// The table has no room for what a program printed.
void say_where_to_look(const Conclusion& end, const RunDirectory& directory) {
  if (end.failed.empty()) return;
  const auto& first = end.failed.front();
  const auto output = output_of(first, directory);
  tell(fmt::format(
      "{}: {}{}\n",
      end.failed.size() == 1 ? first.run.id + " failed"
                             : fmt::format("{} runs failed, first {}", end.failed.size(), first.run.id),
      text_of_output(output, shell_quote(output.string())),
      end.for_retry == 0 ? ""
                         : fmt::format("; when the program is fixed, --again failed runs {} again",
                                       end.for_retry == 1 ? "it" : "them")));
}

void say_what_was_cancelled(const Progress& progress) {
  if (progress.jobs_cancelled_in_queue == 0) return;
  tell(fmt::format("{} cancelled in the queue; the same command submits what is missing\n",
                   counted(static_cast<std::int64_t>(progress.jobs_cancelled_in_queue), "job")));
}

void say_what_was_held_back(const std::vector<std::string>& runs) {
  if (runs.empty()) return;
  tell(
      fmt::format("{} not submitted, since the same failed in its first round: {}; the same command runs {} "
                  "when a file that it names or its script is newer, and --again failed at any time\n",
                  counted(std::ssize(runs), "run"), join_truncated(runs), runs.size() == 1 ? "it" : "them"));
}

std::string message_of(const SweepStop& stop) {
  switch (stop.kind) {
    case SweepStop::Kind::trial_failed:
      return fmt::format("the trial {} {}", stop.runs.front().run.id, stop.reason);
    case SweepStop::Kind::trial_unmeasured:
      return fmt::format("the trial {} completed and has no figure: {}", stop.runs.front().run.id,
                         stop.reason);
    case SweepStop::Kind::round_failed:
      return fmt::format("all {} of round 1 ended alike: {}", counted(std::ssize(stop.runs), "run"),
                         stop.reason);
  }
  return "";
}

/// Names a remedy besides the program's own: "raise 'time_limit:' or "; returns "" if none is known.
std::string first_remedy_of(const Outcome& outcome, bool is_of_slurm) {
  const auto raise = [&](std::string_view key) { return fmt::format("raise '{}:' or ", key); };
  if (const auto* late = std::get_if<TimedOut>(&outcome); late != nullptr && !late->planned)
    return raise("time_limit");
  if (std::holds_alternative<OutOfMemory>(outcome)) return raise("memory");
  const auto* failed = std::get_if<Failed>(&outcome);
  if (failed == nullptr || !(failed->reason.ends_with("Killed") || failed->reason.ends_with("Killed)")))
    return "";
  return "signal 9 often says that memory was used up: " + (is_of_slurm ? raise("memory") : "");
}

std::string remedy_of(const SweepEnd& end, bool is_of_slurm) {
  const auto& stop = *end.stop;
  const auto& outcome = stop.runs.front().outcome;
  const auto fix = (outcome ? first_remedy_of(*outcome, is_of_slurm) : "") + "fix it, and give";
  if (stop.kind == SweepStop::Kind::round_failed) return fix + " the same command again with --again failed";
  if (stop.kind == SweepStop::Kind::trial_failed)
    return fix + " the same command again: it begins with a trial; --no-trial submits all at once";
  return fmt::format(
      "correct 'metrics:' and give the same command again; if the program was fixed instead, "
      "give it with --again {}; --no-trial submits all at once",
      shell_quote(stop.runs.front().run.id));
}

ExitCode say_stopped(const SweepEnd& end, bool jobs_go_on, const RunDirectory& directory) {
  const auto& stop = *end.stop;
  const auto& first = stop.runs.front();
  std::vector<std::string> notes;
  if (!first.attempt.empty()) {
    const auto output = output_of(first, directory);
    notes.push_back(text_of_output(output, fmt::format("'{}'", output.string())));
  }
  const auto& last = end.progress;
  if (last.jobs_pending > 0)
    notes.push_back(counted(static_cast<std::int64_t>(last.jobs_pending), "other job") + " not submitted");
  if (const auto on = last.jobs_running + last.jobs_queued; jobs_go_on && on > 0)
    notes.push_back(fmt::format("{} with Slurm: 'scalegen cancel {}' ends them",
                                counted(static_cast<std::int64_t>(on), "job"),
                                shell_quote(directory.root.string())));
  tell(render(Diagnostics{
      {.message = message_of(stop), .notes = std::move(notes), .hint = remedy_of(end, jobs_go_on)}}));
  return kRunFailed;
}

Result<ExitCode> print_table(const FollowedSweep& sweep, const std::vector<RunRecord>& records) {
  TRY_ASSIGN(const auto conclusion, conclude(sweep, records));
  const auto full = report::document_of(conclusion.report);
  const auto text = sweep.options.json ? report::render_json(conclusion.report)
                                       : render_terminal(sweep.options.verbose ? full : without_details(full),
                                                         output_screen());
  put(text);
  const auto& page = conclusion.page;
  tell(page ? fmt::format("report as a page: {}\n", shell_quote(sweep.directory.page().string()))
            : fmt::format("no page of this report was written: {}\n", page.error().front().message));
  say_where_to_look(conclusion, sweep.directory);
  if (!sweep.options.json && scrolls_off(std::ranges::count(text, '\n')))
    put("\n" + render_terminal(answer_of(full), output_screen()));
  return conclusion.is_well ? kDone : kRunFailed;
}

/// Says and asks what there is to say and ask before jobs are submitted. Returns an exit code if none are.
Result<std::optional<ExitCode>> prepare_submission(const FollowedSweep& sweep) {
  const auto& options = sweep.options;
  if (options.max_in_flight) {
    TRY_ASSIGN(const auto follower, pass_on_limit(sweep, *options.max_in_flight));
    if (follower) {
      tell(fmt::format("process {} on host '{}' follows this sweep: from now on {} at a time with Slurm\n",
                       follower->pid, follower->host, counted(*options.max_in_flight, "job")));
      return kDone;
    }
  }
  TRY_ASSIGN(const auto outlook, outlook_of(sweep));
  TRY_ASSIGN(const auto is_here, outlook.nothing_is_left ? true : confirm_cluster(sweep));
  if (!is_here) return kDone;
  TRY_ASSIGN(const auto wanted,
             options.agreed ? Result<bool>(true) : confirm_submission(outlook.cost, options));
  if (!wanted) return kDone;
  if (outlook.lacks_trial) tell("no trial: with --detach nobody waits for it\n");
  if (!outlook.nothing_is_left) return std::nullopt;
  return print_table(sweep, outlook.records);
}

Result<SweepEnd> run_to_its_end(FollowedSweep& sweep) {
  TRY_ASSIGN(auto end, run(sweep));
  TRY_ASSIGN(const auto slow, put_slow_firsts_aside(sweep, end));
  if (slow.empty()) return end;
  for (const auto& one : slow) tell(one.why + ": measured once more\n");
  sweep.options.retry_failed = false;  // they had their try
  return run(sweep);
}

/// Runs what is left of a plan, with progress, and prints the report. A person may leave at any time: then it
/// says what goes on without them, and how to come back.
Result<ExitCode> follow(const RunDirectory& directory, const Plan& plan, SubmitOptions options) {
  TRY(check_own_directory(directory));
  if (!plan.head.ignored.empty()) tell("note: " + said_of_ignored(plan.head.ignored) + "\n");
  SystemClock clock;
  const auto scheduler = scheduler_of(directory, plan, clock);
  FollowedSweep sweep{directory, plan, *scheduler, clock, std::move(options)};
  TRY(go_to_its_allocation(sweep));
  TRY(exclude_slow_nodes(sweep));
  if (!sweep.options.again.empty() || sweep.options.max_in_flight)  // which change the directory at once
    TRY(check_cluster(directory, plan, *scheduler, clock));
  for (const auto& id : sweep.options.again) TRY(discard_attempts(directory, plan, id));
  TRY_ASSIGN(const auto failed, failed_before(sweep));
  if (failed > 0) sweep.options.retry_failed = confirm_retry(failed, sweep.options);
  const bool keeps_jobs = scheduler->traits().keeps_jobs;
  TRY(check_can_detach(keeps_jobs, sweep.options.detach));
  if (keeps_jobs) {
    TRY_ASSIGN(const auto exit_code, prepare_submission(sweep));
    if (exit_code) return *exit_code;
  }
  TRY_ASSIGN(const auto end, run_to_its_end(sweep));
  if (end.stop) return say_stopped(end, keeps_jobs, directory);
  if (end.interrupted && sweep.options.detach)
    for (const auto& job : end.submitted) put(fmt::format("{} {}\n", to_string(job.id), job.job));
  if (end.interrupted) return say_left(end, keeps_jobs, directory);
  TRY_ASSIGN(const auto exit_code, print_table(sweep, end.records));
  say_what_was_held_back(end.held_back);
  say_what_was_cancelled(end.progress);
  return exit_code;
}

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

// It changes the directory, so what follow() would refuse is refused before.
Result<void> add_rounds_to(const OpenedRun& sweep, const SweepCommand& command) {
  TRY(check_own_directory(sweep.directory));
  SystemClock clock;
  const auto scheduler = scheduler_of(sweep.directory, sweep.plan, clock);
  TRY(check_cluster(sweep.directory, sweep.plan, *scheduler, clock));
  TRY(check_can_detach(scheduler->traits().keeps_jobs, command.options.detach));
  TRY_ASSIGN(const auto own_templates, user_templates(command.source.templates));
  TRY_ASSIGN(const auto extended, add_rounds(sweep.directory, *command.rounds, own_templates));
  for (const auto& line : extended.news) tell(line + "\n");
  return {};
}

// The plan is in the directory: options that would change it have no effect. Its own templates are needed
// again for scripts of further rounds.
Result<ExitCode> continue_in(const SweepCommand& command) {
  const auto templates = command.rounds ? command.source.templates : "";
  if (command.source != SweepSource{.file = command.source.file, .templates = templates} ||
      !command.directory.empty())
    return failure(
        fmt::format("'{}' is a folder, and options of a sweep file go with one", command.source.file),
        "name the sweep file in its place, or leave out the options");
  TRY_ASSIGN(auto sweep, open_run_directory(command.source.file));
  TRY(finish_replanning(sweep.directory));
  if (command.rounds) TRY(add_rounds_to(sweep, command));
  TRY_ASSIGN(sweep, open_run_directory(sweep.directory.root.string()));
  TRY(check_not_edited(sweep.directory.plan_file().string(), sweep.plan));
  return follow(sweep.directory, sweep.plan, command.options);
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
  if (command.rounds && !std::filesystem::is_directory(command.source.file, ignored)) {
    TRY(check_names_something(command.source.file));
    return failure("--rounds is for a run directory",
                   fmt::format("write 'repeats: {}' into '{}'", *command.rounds, command.source.file));
  }
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

#include "cli/run_and_wait.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "analysis/analyse.hpp"
#include "analysis/measurement/measurement.hpp"
#include "analysis/report/assertion_section.hpp"
#include "analysis/report/report_document.hpp"
#include "app/held_allocation.hpp"
#include "app/needed_runs.hpp"
#include "app/report_page.hpp"
#include "app/run_again.hpp"
#include "app/scheduler_of.hpp"
#include "app/slow_nodes.hpp"
#include "cli/notices.hpp"
#include "cli/progress_line.hpp"
#include "cli/terminal.hpp"
#include "core/files.hpp"
#include "core/shell_quote.hpp"
#include "core/stop_signal.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/failure/failure_reason.hpp"
#include "runner/max_in_flight.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/outcome_policy.hpp"
#include "runner/run_lock.hpp"
#include "runner/run_status.hpp"
#include "runner/sweep_runner.hpp"
#include "runner/trial.hpp"

namespace scalegen {

namespace {

constexpr int kMaxInFlight = 1000;  // many sites take no more from one person

bool no_more_is_submitted(const Progress& progress) {
  return progress.jobs_pending == 0 || !progress.why_pending.empty();
}

/// Says that the sweep goes on, and how long it may take if each run takes as long as the trial. Returns why
/// it does not, if the trial has no figure.
std::string say_trial(const RunRecord& trial, std::size_t left, const Plan& plan,
                      const RunDirectory& directory) {
  const auto measured = measure(trial, plan.head, directory);
  if (!measured.value) return measured.unmeasured;
  auto text = fmt::format("trial: {} has a figure; {}{}", trial.run.id,
                          plan.head.until || !plan.head.climb.empty() ? "at most " : "",
                          counted(static_cast<std::int64_t>(left), "more run"));
  const bool in_turn = !submits_jobs(plan.head);
  if (trial.elapsed)
    text += fmt::format(", about {}{}",
                        duration_text(std::chrono::round<std::chrono::seconds>(
                            in_turn ? *trial.elapsed * static_cast<int>(left) : *trial.elapsed)),
                        in_turn ? "" : " each");
  tell(text + "\n");
  return "";
}

Result<SweepEnd> run(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler, Clock& clock,
                     const SubmitOptions& options, const std::vector<std::string>& excluded_nodes) {
  ProgressLine line(stderr);
  std::optional<Progress> last;
  catch_stop_signals();
  SweepObserver observer;
  observer.report = [&](const Progress& progress) {
    last = progress;
    // A client that was ended with this tool is no scheduler that does not answer.
    if (stop_signal() == 0 || progress.ended) line.show(progress);
  };
  observer.wants_stop = [&] {
    return stop_signal() != 0 || (options.detach && last && no_more_is_submitted(*last));
  };
  observer.look_at_trial = [&](const RunRecord& trial, std::size_t left) {
    return say_trial(trial, left, plan, directory);
  };
  KeptMeasurements kept;
  observer.needs = [&](const std::vector<RunRecord>& records) {
    return needs_in(directory, plan, records, kept);
  };
  if (scheduler.traits().keeps_jobs)
    observer.max_in_flight = [&] { return read_max_in_flight(directory).value_or(kMaxInFlight); };
  return run_sweep(directory, plan, scheduler, clock,
                   {.retry_failed = options.retry_failed,
                    .as_arrays = options.as_arrays,
                    .trial = !options.no_trial && !options.detach,
                    .excluded_nodes = excluded_nodes},
                   observer);
}

/// The nodes to leave out, if that is wanted, and says why.
Result<std::vector<std::string>> nodes_to_exclude(const RunDirectory& directory, const Plan& plan,
                                                  const SubmitOptions& options) {
  if (!options.exclude_slow) return std::vector<std::string>();
  TRY_ASSIGN(auto slow, slow_nodes_of(directory, plan));
  for (const auto& reason : slow.reasons) tell(reason + "\n");
  tell(fmt::format("excluded from what is still to be submitted: {}\n", fmt::join(slow.names, ", ")));
  return std::move(slow.names);
}

/// Returns true if another process follows the sweep: it keeps to the new limit.
Result<bool> update_follower(const RunDirectory& directory, int most) {
  TRY(write_max_in_flight(directory, most));
  TRY_ASSIGN(const auto holder, living_holder(directory.lock()));
  if (!holder) return false;
  const auto& process = holder->process;
  tell(fmt::format("process {} on host '{}' follows this sweep: from now on {} at a time with Slurm\n",
                   process.pid, process.host, counted(most, "job")));
  return true;
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
  return text + fmt::format("\ncome back with:  scalegen resume {}\n", shell_quote(directory.root.string()));
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
  return stop_signal() == 0 ? kDone : 128 + stop_signal();
}

Result<void> put_submitted(const RunDirectory& directory, const Plan& plan,
                           const std::vector<RunRecord>& records) {
  TRY_ASSIGN(const auto jobs, submitted_jobs(directory, plan, records));
  for (const auto& job : jobs) put(fmt::format("{} {}\n", to_string(job.id), job.job));
  return {};
}

/// True if all runs have ended, their outcomes are persisted, and nobody works here. If a killed tool left
/// its lock, the sweep is followed once more, which takes the lock over and releases it.
bool nothing_is_left(const RunDirectory& directory, const std::vector<RunStatus>& now,
                     const SubmitOptions& options) {
  if (std::error_code error; std::filesystem::exists(directory.lock(), error)) return false;
  return std::ranges::all_of(now, [&](const RunStatus& run) {
    const auto& record = run.record;
    const bool has_ended = record.is_persisted || !record.not_needed.empty();
    return !run.job && has_ended && !is_due(record, options.retry_failed);
  });
}

/// Returns true if a first run was slow, and begins again.
Result<bool> put_slow_firsts_aside(const SweepEnd& end, const Plan& plan, const RunDirectory& directory) {
  if (end.stop || end.interrupted) return false;
  const auto slow = runs_once_more(directory, plan, end.records);
  for (const auto& one : slow) {
    tell(one.why + ": measured once more\n");
    TRY(measure_once_more(directory, plan, one.run));
  }
  return !slow.empty();
}

// The table has no room for what a program printed.
void say_where_to_look(const std::vector<RunRecord>& records, const RunDirectory& directory) {
  const auto is_failed = [](const RunRecord& record) { return has_failed(record) && !was_cancelled(record); };
  const auto failed = std::ranges::find_if(records, is_failed);
  if (failed == records.end()) return;
  const auto& id = failed->run.id;
  const auto count = std::ranges::count_if(records, is_failed);
  const auto for_retry = std::ranges::count_if(records, is_for_retry);
  tell(fmt::format(
      "{}: its output is in {}{}\n",
      count == 1 ? id + " failed" : fmt::format("{} runs failed, first {}", count, id),
      shell_quote(file_about_failure(failed->run, directory.attempt(id, failed->attempt)).string()),
      for_retry == 0 ? ""
                     : fmt::format("; when the program is mended, --retry-failed runs {} again",
                                   for_retry == 1 ? "it" : "them")));
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
                  "when a file that it names or its script is newer, and --retry-failed at any time\n",
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

std::string remedy_of(const SweepStop& stop) {
  if (stop.kind == SweepStop::Kind::round_failed)
    return "mend it, and give the same command again with --retry-failed";
  if (stop.kind == SweepStop::Kind::trial_failed)
    return "mend it, and give the same command again: it begins with a trial; --no-trial submits all at once";
  return fmt::format(
      "correct 'metrics:' and give the same command again; if the program was mended instead, "
      "give it with --again {}; --no-trial submits all at once",
      shell_quote(stop.runs.front().run.id));
}

ExitCode say_stopped(const SweepEnd& end, bool jobs_go_on, const RunDirectory& directory) {
  const auto& stop = *end.stop;
  const auto& first = stop.runs.front();
  std::vector<std::string> notes;
  if (!first.attempt.empty()) {
    const auto attempt = directory.attempt(first.run.id, first.attempt);
    const auto file = has_completed(first) ? attempt.out() : file_about_failure(first.run, attempt);
    notes.push_back(fmt::format("its output is in '{}'", file.string()));
  }
  const auto& last = end.progress;
  if (last.jobs_pending > 0)
    notes.push_back(counted(static_cast<std::int64_t>(last.jobs_pending), "other job") + " not submitted");
  if (const auto on = last.jobs_running + last.jobs_queued; jobs_go_on && on > 0)
    notes.push_back(fmt::format("{} with Slurm: 'scalegen cancel {}' ends them",
                                counted(static_cast<std::int64_t>(on), "job"),
                                shell_quote(directory.root.string())));
  tell(
      render(Diagnostics{{.message = message_of(stop), .notes = std::move(notes), .hint = remedy_of(stop)}}));
  return kRunFailed;
}

// What was measured counts, whether a page of it can be written or not.
void write_page(const report::Report& report, const RunDirectory& directory) {
  const auto written =
      report_page(report).and_then([&](const auto& page) { return replace_file(directory.page(), page); });
  if (written)
    tell(fmt::format("report as a page: {}\n", shell_quote(directory.page().string())));
  else
    tell("no page of this report was written: " + written.error().front().message + "\n");
}

Result<ExitCode> print_table(const Plan& plan, const std::vector<RunRecord>& records,
                             const RunDirectory& directory) {
  TRY_ASSIGN(const auto report, report_of_runs(plan, records, directory));
  put(render_terminal(report::document_of(report)));
  write_page(report, directory);
  say_where_to_look(records, directory);
  const bool nothing_is_missing = std::ranges::all_of(records, is_settled_well);
  const bool is_well = nothing_is_missing && all_are_measured(report) && !report::an_assertion_fails(report);
  return is_well ? kDone : kRunFailed;
}

/// True if runs that failed in an earlier call are to run again: a person may have mended the program since.
/// The trial, if there is to be one, tries again in any case.
Result<bool> wants_failed_again(const RunDirectory& directory, const Plan& plan, Clock& clock,
                                const SubmitOptions& options) {
  if (options.retry_failed) return true;
  TRY_ASSIGN(const auto records, outcomes(plan, directory, {.now = clock.now()}));
  const auto is_left = [](const RunRecord& record) { return is_due(record, false); };
  const auto failed = std::ranges::count_if(
      records, [](const RunRecord& record) { return is_for_retry(record) && !lacks_its_end(record); });
  const bool has_trial = !options.no_trial && !options.detach && begins_with_trial(plan, records) &&
                         std::ranges::any_of(records, is_left);
  return failed > 0 && !has_trial && confirm_retry(failed, options);
}

/// What may run: what is not completed, as far as it is needed, and what is to be measured once more.
Result<std::vector<Run>> runs_left(const RunDirectory& directory, const Plan& plan, Clock& clock,
                                   const SubmitOptions& options) {
  if (!options.again.empty()) return plan.runs;
  TRY_ASSIGN(const auto records, outcomes(plan, directory, {.now = clock.now()}));
  std::vector<Run> left;
  for (const auto& record : records)
    if (is_due(record, true)) left.push_back(record.run);
  for (const auto& slow : runs_once_more(directory, plan, records)) left.push_back(slow.run.run);
  return left;
}

}  // namespace

Result<ExitCode> follow(const RunDirectory& directory, const Plan& plan, SubmitOptions options) {
  SystemClock clock;
  if (plan.head.launch.held) {
    TRY_ASSIGN(const auto left, runs_left(directory, plan, clock, options));
    TRY(enter_allocation(plan.head, left));
  }
  TRY_ASSIGN(const auto excluded_nodes, nodes_to_exclude(directory, plan, options));
  for (const auto& id : options.again) TRY(begin_again(directory, plan, id));
  TRY_ASSIGN(options.retry_failed, wants_failed_again(directory, plan, clock, options));
  const auto scheduler = scheduler_of(plan, clock);
  const bool keeps_jobs = scheduler->traits().keeps_jobs;
  TRY(check_can_detach(keeps_jobs, options.detach));
  if (options.max_in_flight && keeps_jobs) {
    TRY_ASSIGN(const auto is_followed, update_follower(directory, *options.max_in_flight));
    if (is_followed) return kDone;
  }
  if (keeps_jobs) {
    TRY_ASSIGN(auto now, query_status(directory, plan, *scheduler, clock));
    TRY(mark_not_needed(directory, plan, now.runs));
    TRY_ASSIGN(const auto wanted,
               options.agreed
                   ? Result<bool>(true)
                   : confirm_submission(submission_cost(plan, now.runs, options.retry_failed), options));
    if (!wanted) return kDone;
    const bool is_first = std::ranges::all_of(
        now.runs, [](const RunStatus& run) { return run.record.attempt.empty() && !run.job; });
    if (options.detach && !options.no_trial && is_first && !trials_of(plan).empty())
      tell("no trial: with --detach nobody waits for it\n");
    const auto records = records_of(now.runs);
    if (nothing_is_left(directory, now.runs, options) && runs_once_more(directory, plan, records).empty())
      return print_table(plan, records, directory);
  }
  TRY_ASSIGN(auto end, run(directory, plan, *scheduler, clock, options, excluded_nodes));
  TRY_ASSIGN(const auto is_left, put_slow_firsts_aside(end, plan, directory));
  if (is_left) {
    options.retry_failed = false;  // they had their try
    TRY_ASSIGN(end, run(directory, plan, *scheduler, clock, options, excluded_nodes));
  }
  if (end.stop) return say_stopped(end, keeps_jobs, directory);
  if (end.interrupted && options.detach) TRY(put_submitted(directory, plan, end.records));
  if (end.interrupted) return say_left(end, keeps_jobs, directory);
  TRY_ASSIGN(const auto exit_code, print_table(plan, end.records, directory));
  say_what_was_held_back(end.held_back);
  say_what_was_cancelled(end.progress);
  return exit_code;
}

}  // namespace scalegen

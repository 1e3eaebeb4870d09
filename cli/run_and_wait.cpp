#include "cli/run_and_wait.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "analysis/analyse.hpp"
#include "analysis/report/table.hpp"
#include "cli/notices.hpp"
#include "cli/progress_line.hpp"
#include "cli/terminal.hpp"
#include "core/files.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/local/local_scheduler.hpp"
#include "runner/max_in_flight.hpp"
#include "runner/outcome_policy.hpp"
#include "runner/run_lock.hpp"
#include "runner/slurm/slurm_client.hpp"
#include "runner/slurm/slurm_scheduler.hpp"
#include "runner/sweep_runner.hpp"

namespace scalegen {

// What the first script says of clusters, all of a sweep say.
std::unique_ptr<Scheduler> scheduler_of(const RunDirectory& directory, const Plan& plan, Clock& clock) {
  if (plan.head.scheduler == "slurm") {
    const auto script =
        plan.jobs.empty() ? "" : read_file(directory.job_script(plan.jobs.front().id)).value_or("");
    return std::make_unique<SlurmScheduler>(clock, clusters_of(script));
  }
  return std::make_unique<LocalScheduler>(clock);
}

namespace {

constexpr int kJobsAtATime = 1000;  // many sites take no more from one person

Result<SweepEnd> run(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler, Clock& clock,
                     const SubmitOptions& options, std::optional<Progress>& last) {
  ProgressLine line(stderr);
  catch_stop_signals();
  SweepObserver observer;
  observer.report = [&](const Progress& progress) {
    last = progress;
    line.show(progress);
  };
  observer.wants_stop = [&] {
    const bool all_is_handed_over = last && last->jobs_to_begin == 0;
    return stop_signal() != 0 || (options.detach && all_is_handed_over);
  };
  if (scheduler.outlives_the_tool())
    observer.jobs_at_a_time = [&] { return limit_of_jobs_at_a_time(directory).value_or(kJobsAtATime); };
  return run_sweep(directory, plan, scheduler, clock,
                   {.retry_failed = options.retry_failed, .as_arrays = options.as_arrays}, observer);
}

/// Whether somebody else follows the sweep, who will now keep to the limit.
Result<bool> tell_who_follows(const RunDirectory& directory, int most) {
  TRY(limit_jobs_at_a_time(directory, most));
  TRY_ASSIGN(const auto holder, living_holder(directory.lock()));
  if (!holder) return false;
  const auto& process = holder->process;
  tell(fmt::format("process {} on host '{}' follows this sweep: from now on {} at a time with Slurm\n",
                   process.pid, process.host, counted(most, "job")));
  return true;
}

std::string completed_text(const SweepEnd& end) {
  return fmt::format("{} of {} runs are completed",
                     std::count_if(end.records.begin(), end.records.end(), has_completed),
                     end.records.size());
}

std::string what_goes_on(const Progress& last, const RunDirectory& directory) {
  auto text = fmt::format("{} with Slurm, which go on without scalegen",
                          counted(static_cast<std::int64_t>(last.jobs_running + last.jobs_queued), "job"));
  if (last.jobs_to_begin > 0) text += fmt::format("; {} not submitted yet", last.jobs_to_begin);
  return text + fmt::format("\ncome back with:  scalegen resume {}\n", shell_quote(directory.root.string()));
}

ExitCode say_left(const SweepEnd& end, const Progress& last, bool jobs_go_on, const RunDirectory& directory) {
  if (jobs_go_on)
    tell(fmt::format("{}; {}", completed_text(end), what_goes_on(last, directory)));
  else
    tell(fmt::format("interrupted: {}; the same command continues\n", completed_text(end)));
  return stop_signal() == 0 ? kDone : 128 + stop_signal();
}

/// All has ended, what became of it is written down, and nobody works here: there is nothing to follow. A
/// lock that a killed tool has left is taken over and let go of by who follows.
bool nothing_is_left(const RunDirectory& directory, const std::vector<Standing>& now,
                     const SubmitOptions& options) {
  if (std::error_code error; std::filesystem::exists(directory.lock(), error)) return false;
  return std::all_of(now.begin(), now.end(), [&](const Standing& standing) {
    const auto& record = standing.record;
    return standing.id.empty() && record.is_concluded && !is_due(record, options.retry_failed);
  });
}

std::vector<RunRecord> records_of(std::vector<Standing> standings) {
  std::vector<RunRecord> records;
  for (auto& standing : standings) records.push_back(std::move(standing.record));
  return records;
}

// The table has no room for what a program said.
void say_where_to_look(const std::vector<RunRecord>& records, const RunDirectory& directory) {
  const auto failed = std::find_if(records.begin(), records.end(), has_failed);
  if (failed == records.end()) return;
  const auto& [run, attempt, outcome, elapsed, is_concluded] = *failed;
  const auto count = std::count_if(records.begin(), records.end(), has_failed);
  tell(fmt::format(
      "{}: what it said is in {}\n",
      count == 1 ? run.id + " ended badly" : fmt::format("{} runs ended badly, first {}", count, run.id),
      shell_quote(directory.attempt(run.id, attempt).err().string())));
}

Result<ExitCode> print_table(const Plan& plan, const std::vector<RunRecord>& records,
                             const RunDirectory& directory) {
  TRY_ASSIGN(const auto report, report_of_runs(plan, records, directory));
  put(report::render_terminal(report));
  say_where_to_look(records, directory);
  const bool all_completed = std::all_of(records.begin(), records.end(), has_completed);
  return all_completed && all_are_measured(report) ? kDone : kRunFailed;
}

}  // namespace

Result<ExitCode> follow(const RunDirectory& directory, const Plan& plan, const SubmitOptions& options) {
  SystemClock clock;
  const auto scheduler = scheduler_of(directory, plan, clock);
  TRY(check_can_detach(scheduler->outlives_the_tool(), options.detach));
  if (options.max_in_flight && scheduler->outlives_the_tool()) {
    TRY_ASSIGN(const auto heard, tell_who_follows(directory, *options.max_in_flight));
    if (heard) return kDone;
  }
  if (scheduler->outlives_the_tool()) {
    TRY_ASSIGN(auto now, standings(directory, plan, *scheduler, clock));
    TRY_ASSIGN(const auto wanted,
               options.agreed
                   ? Result<bool>(true)
                   : confirm_submission(submission_cost(plan, now, options.retry_failed), options));
    if (!wanted) return kDone;
    if (nothing_is_left(directory, now, options))
      return print_table(plan, records_of(std::move(now)), directory);
  }
  std::optional<Progress> last;
  TRY_ASSIGN(const auto end, run(directory, plan, *scheduler, clock, options, last));
  if (end.interrupted)
    return say_left(end, last.value_or(Progress{}), scheduler->outlives_the_tool(), directory);
  return print_table(plan, end.records, directory);
}

}  // namespace scalegen

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "app/open_run_directory.hpp"
#include "app/run_log.hpp"
#include "app/scheduler_of.hpp"
#include "cli/confirmations.hpp"
#include "cli/form.hpp"
#include "cli/status_table.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/gone.hpp"
#include "core/process.hpp"
#include "core/shell_quote.hpp"
#include "core/stop_signal.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/outcome_policy.hpp"
#include "runner/ownership.hpp"
#include "runner/run_lock.hpp"

namespace scalegen {
namespace {

Result<ExitCode> put_log(const OpenedRun& sweep, const std::string& run, Clock& clock) {
  TRY_ASSIGN(const auto log, run_log(sweep, run, clock));
  put(log);
  return kDone;
}

void say_how_to_retry(const std::vector<RunStatus>& runs, const RunDirectory& directory) {
  const auto failed = std::ranges::count_if(runs, [](const auto& run) { return is_for_retry(run.record); });
  if (failed == 0) return;
  tell(fmt::format("{} failed; to run what failed again:  scalegen sweep {} --again failed\n",
                   counted(failed, "run"), shell_quote(directory.root.string())));
}

bool slurm_may_have_jobs(const SweepStatus& all) {
  return !all.scheduler_answers || std::ranges::any_of(all.runs, is_with_scheduler);
}

/// Only its lock tells whether a process on another host lives.
std::string why_it_waits(const RunDirectory& directory, const LockHolder& holder) {
  if (holder.process.host == host_name()) return "";
  const auto taken = lock_taken(directory.root, holder).value().front();
  return fmt::format("\nno job is with Slurm, but {}\n{}", taken.message, taken.hint);
}

// Takes no lock, submits nothing, and returns nullopt when a person ends it.
Result<std::optional<SweepStatus>> status_at_the_end(const OpenedRun& sweep, Scheduler& scheduler,
                                                     Clock& clock) {
  TRY(check_own_directory(sweep.directory));
  catch_stop_signals();
  std::string told;
  while (stop_signal() == 0) {
    TRY_ASSIGN(auto all, query_status_once(sweep.directory, sweep.plan, scheduler, clock));
    // A sweep that is followed, here or elsewhere, may have no job with Slurm between two jobs.
    TRY_ASSIGN(const auto holder, living_holder(sweep.directory.lock()));
    if (!slurm_may_have_jobs(all) && !holder) return std::optional(std::move(all));
    auto now = counts_text(all) + (slurm_may_have_jobs(all) ? "" : why_it_waits(sweep.directory, *holder));
    if (now != told) tell((told = std::move(now)) + "\n");
    clock.sleep_for(std::max<std::chrono::milliseconds>(scheduler.poll_interval(), std::chrono::seconds(1)));
  }
  return std::nullopt;
}

Result<std::optional<SweepStatus>> wanted_status(const OpenedRun& sweep, bool at_the_end, Clock& clock) {
  const auto scheduler = scheduler_of(sweep.directory, sweep.plan, clock);
  if (at_the_end) return status_at_the_end(sweep, *scheduler, clock);
  TRY_ASSIGN(auto all, query_status_once(sweep.directory, sweep.plan, *scheduler, clock));
  return std::optional(std::move(all));
}

}  // namespace

Result<ExitCode> run_verb(const StatusCommand& command) {
  TRY_ASSIGN(const auto sweep, open_run_directory(command.directory));
  SystemClock clock;
  if (!command.log.empty()) return put_log(sweep, command.log, clock);
  TRY_ASSIGN(const auto wanted, wanted_status(sweep, command.wait, clock));
  if (!wanted) return kSignal + stop_signal();
  const auto& all = *wanted;
  put(text_in(command.format, status_document(all, command.all),
              [&] { return status_json(sweep.directory, all); }));
  const auto& ignored = sweep.plan.head.ignored;
  if (command.format != "json" && !ignored.empty()) tell("note: " + said_of_ignored(ignored) + "\n");
  if (command.format != "json") say_how_to_retry(all.runs, sweep.directory);
  if (command.format != "json") say_once_more(sweep.directory, sweep.plan, all.runs);
  return some_have_failed(all.runs) ? kRunFailed : kDone;
}

}  // namespace scalegen

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/open_run_directory.hpp"
#include "app/run_selection.hpp"
#include "app/scheduler_of.hpp"
#include "cli/confirmations.hpp"
#include "cli/form.hpp"
#include "cli/status_table.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/process.hpp"
#include "core/stop_signal.hpp"
#include "core/try.hpp"
#include "runner/ownership.hpp"
#include "runner/run_lock.hpp"

namespace scalegen {
namespace {

bool slurm_may_have_jobs(const SweepStatus& all) {
  return !all.scheduler_answers || std::ranges::any_of(all.runs, is_with_scheduler);
}

/// Only its lock tells whether a process on another host lives.
std::string why_it_waits(const RunDirectory& directory, const LockHolder& holder) {
  if (holder.process.host == host_name()) return "";
  const auto taken = lock_taken(directory.root, holder).value().front();
  return fmt::format("\nno job is with Slurm, but {}\n{}", taken.message, taken.hint);
}

}  // namespace

// Takes no lock, submits nothing, and returns when a person wants it to.
Result<ExitCode> run_verb(const WaitCommand& command) {
  TRY_ASSIGN(const auto sweep, open_run_directory(command.directory));
  TRY(check_own_directory(sweep.directory));
  SystemClock clock;
  const auto scheduler = scheduler_of(sweep.directory, sweep.plan, clock);
  catch_stop_signals();
  std::string told;
  while (stop_signal() == 0) {
    TRY_ASSIGN(auto all, query_status_once(sweep.directory, sweep.plan, *scheduler, clock));
    // A sweep that is followed, here or elsewhere, may have no job with Slurm between two jobs.
    TRY_ASSIGN(const auto holder, living_holder(sweep.directory.lock()));
    if (!slurm_may_have_jobs(all) && !holder) {
      TRY(mark_not_needed(sweep.directory, sweep.plan, all.runs));
      put(text_in(command.format, status_document(all, false),
                  [&] { return status_json(sweep.directory, all); }));
      if (command.format != "json") say_once_more(sweep.directory, sweep.plan, all.runs);
      return some_have_failed(all.runs) ? kRunFailed : kDone;
    }
    auto now = counts_text(all) + (slurm_may_have_jobs(all) ? "" : why_it_waits(sweep.directory, *holder));
    if (now != told) tell((told = std::move(now)) + "\n");
    clock.sleep_for(std::max<std::chrono::milliseconds>(scheduler->poll_interval(), std::chrono::seconds(1)));
  }
  return kSignal + stop_signal();
}

}  // namespace scalegen

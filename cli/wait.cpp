#include <algorithm>

#include "app/needed_runs.hpp"
#include "app/open_run_directory.hpp"
#include "app/scheduler_of.hpp"
#include "cli/notices.hpp"
#include "cli/run_and_wait.hpp"
#include "cli/status_table.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/stop_signal.hpp"
#include "core/try.hpp"
#include "runner/run_lock.hpp"

namespace scalegen {
namespace {

/// A sweep that is followed, here or elsewhere, may have no job with Slurm between two jobs.
Result<bool> is_under_way(const SweepStatus& all, const RunDirectory& directory) {
  if (!all.scheduler_answers || std::ranges::any_of(all.runs, is_with_scheduler)) return true;
  return living_holder(directory.lock()).map([](const auto& holder) { return holder.has_value(); });
}

}  // namespace

// Takes no lock, submits nothing, and returns when a person wants it to.
Result<ExitCode> run_verb(const WaitCommand& command) {
  TRY_ASSIGN(const auto sweep, open_run_directory(command.directory));
  SystemClock clock;
  const auto scheduler = scheduler_of(sweep.plan, clock);
  catch_stop_signals();
  std::string told;
  while (stop_signal() == 0) {
    TRY_ASSIGN(auto all, query_status_once(sweep.directory, sweep.plan, *scheduler, clock));
    TRY_ASSIGN(const auto under_way, is_under_way(all, sweep.directory));
    if (!under_way) {
      TRY(mark_not_needed(sweep.directory, sweep.plan, all.runs));
      put(status_table(all));
      say_once_more(sweep.directory, sweep.plan, all.runs);
      return some_have_failed(all.runs) ? kRunFailed : kDone;
    }
    if (auto counts = counts_text(all); counts != told) tell((told = std::move(counts)) + "\n");
    clock.sleep_for(std::max<std::chrono::milliseconds>(scheduler->poll_interval(), std::chrono::seconds(1)));
  }
  return 128 + stop_signal();
}

}  // namespace scalegen

#include <algorithm>

#include "app/open_run_directory.hpp"
#include "cli/run_and_wait.hpp"
#include "cli/status_table.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/try.hpp"
#include "runner/run_lock.hpp"

namespace scalegen {
namespace {

/// Between two jobs of a sweep that is followed, here or elsewhere, none may be queued.
Result<bool> is_under_way(const std::vector<Standing>& all, const RunDirectory& directory) {
  if (std::any_of(all.begin(), all.end(), is_with_scheduler)) return true;
  return living_holder(directory.lock()).map([](const auto& holder) { return holder.has_value(); });
}

}  // namespace

// It only looks: it takes no lock, submits nothing, and leaves when a person wants it to.
Result<ExitCode> run_verb(const WaitCommand& command) {
  TRY_ASSIGN(const auto sweep, open_run_directory(command.directory));
  SystemClock clock;
  const auto scheduler = scheduler_of(sweep.directory, sweep.plan, clock);
  catch_stop_signals();
  std::string told;
  while (stop_signal() == 0) {
    TRY_ASSIGN(const auto all, standings(sweep.directory, sweep.plan, *scheduler, clock));
    TRY_ASSIGN(const auto under_way, is_under_way(all, sweep.directory));
    if (!under_way) {
      put(standing_text(all));
      return some_have_failed(all) ? kRunFailed : kDone;
    }
    if (auto counts = counts_text(all); counts != told) tell((told = std::move(counts)) + "\n");
    clock.sleep_for(std::max<std::chrono::milliseconds>(scheduler->poll_interval(), std::chrono::seconds(1)));
  }
  return 128 + stop_signal();
}

}  // namespace scalegen

#include "app/open_run_directory.hpp"
#include "cli/run_and_wait.hpp"
#include "cli/status_table.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const StatusCommand& command) {
  const auto sweep = this_sweep(command.directory);
  if (!sweep) return tl::make_unexpected(sweep.error());
  SystemClock clock;
  const auto scheduler = scheduler_of(sweep->directory, sweep->plan, clock);
  const auto all = standings(sweep->directory, sweep->plan, *scheduler, clock);
  if (!all) return tl::make_unexpected(all.error());
  put(standing_text(*all));
  return some_have_failed(*all) ? kRunFailed : kDone;
}

}  // namespace scalegen

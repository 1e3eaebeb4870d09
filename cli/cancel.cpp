#include <fmt/format.h>

#include "app/open_run_directory.hpp"
#include "app/scheduler_of.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/json.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/cancellation.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const CancelCommand& command) {
  TRY_ASSIGN(const auto sweep, open_run_directory(command.directory));
  SystemClock clock;
  const auto scheduler = scheduler_of(sweep.plan, clock);
  TRY_ASSIGN(const auto jobs, cancel_sweep(sweep.directory, sweep.plan, *scheduler, clock));
  if (command.json) {
    put(json_page(
        {{"scalegen_cancel", 1}, {"directory", sweep.directory.root.string()}, {"jobs_ended", jobs}}));
    return kDone;
  }
  put(fmt::format("{} ended; to run what is missing: scalegen sweep {}\n",
                  counted(static_cast<std::int64_t>(jobs), "job"),
                  shell_quote(sweep.directory.root.string())));
  return kDone;
}

}  // namespace scalegen

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/read_plan_of.hpp"
#include "cli/scheduler_of.hpp"
#include "cli/this_directory.hpp"
#include "cli/verbs.hpp"
#include "core/shell_quote.hpp"
#include "core/units.hpp"
#include "runner/lock_claim.hpp"
#include "runner/standing.hpp"

namespace scalegen {

namespace {

/// Who follows the sweep would submit in the place of what is ended here.
Result<void> nobody_follows(const RunDirectory& directory) {
  const auto holder = living_holder(directory.lock());
  if (!holder) return tl::make_unexpected(holder.error());
  if (!*holder) return {};
  const auto& process = (*holder)->process;
  return failure(fmt::format("process {} on host '{}' still follows this sweep and will go on", process.pid,
                             process.host),
                 fmt::format("end it first (Ctrl-C there, or kill {})", process.pid));
}

}  // namespace

Result<ExitCode> run_verb(const CancelCommand& command) {
  const auto directory = this_directory(command.directory);
  if (!directory) return tl::make_unexpected(directory.error());
  const auto plan = read_plan_of(*directory);
  if (!plan) return tl::make_unexpected(plan.error());
  if (auto alone = nobody_follows(*directory); !alone) return tl::make_unexpected(alone.error());
  SystemClock clock;
  const auto scheduler = scheduler_of(*plan, clock);
  const auto all = standings(*directory, *plan, *scheduler, clock);
  if (!all) return tl::make_unexpected(all.error());
  int ended = 0;
  for (const auto& standing : *all) {
    if (!is_with_scheduler(standing)) continue;
    if (auto done = scheduler->cancel(standing.id); !done) return tl::make_unexpected(done.error());
    ++ended;
  }
  put(fmt::format("{} ended; what is missing runs with: scalegen resume {}\n", counted(ended, "job"),
                  shell_quote(directory->root.string())));
  return kDone;
}

}  // namespace scalegen

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/read_plan_of.hpp"
#include "cli/scheduler_of.hpp"
#include "cli/this_directory.hpp"
#include "cli/verbs.hpp"
#include "core/units.hpp"
#include "runner/standing.hpp"

namespace scalegen {

// Needs no lock: who follows the sweep sees its jobs end.
Result<ExitCode> run_verb(const CancelCommand& command) {
  const auto directory = this_directory(command.directory);
  if (!directory) return tl::make_unexpected(directory.error());
  const auto plan = read_plan_of(*directory);
  if (!plan) return tl::make_unexpected(plan.error());
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
  put(fmt::format("{} ended; 'scalegen resume {}' runs what is missing\n", counted(ended, "job"),
                  directory->root.string()));
  return kDone;
}

}  // namespace scalegen

#include <fmt/format.h>

#include <set>

#include "app/open_run_directory.hpp"
#include "cli/run_and_wait.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/run_lock.hpp"
#include "runner/run_status.hpp"

namespace scalegen {
namespace {

/// Who follows the sweep would submit in the place of what is ended here.
Result<void> nobody_follows(const RunDirectory& directory) {
  TRY_ASSIGN(const auto holder, living_holder(directory.lock()));
  if (!holder) return {};
  const auto& process = holder->process;
  return failure(fmt::format("process {} on host '{}' still follows this sweep and will go on", process.pid,
                             process.host),
                 fmt::format("end it first (Ctrl-C there, or kill {})", process.pid));
}

/// What has not ended: jobs by their ids, and the runs in them.
struct NotEnded {
  std::set<std::string> jobs{};
  std::set<std::string> runs{};
};

NotEnded with_scheduler(const std::vector<Standing>& all) {
  NotEnded found;
  for (const auto& standing : all) {
    if (!is_with_scheduler(standing)) continue;
    found.jobs.insert(standing.id);
    found.runs.insert(standing.record.run.id);
  }
  return found;
}

}  // namespace

Result<ExitCode> run_verb(const CancelCommand& command) {
  TRY_ASSIGN(const auto sweep, open_run_directory(command.directory));
  TRY(nobody_follows(sweep.directory));
  SystemClock clock;
  const auto scheduler = scheduler_of(sweep.directory, sweep.plan, clock);
  TRY_ASSIGN(const auto all, standings(sweep.directory, sweep.plan, *scheduler, clock));
  const auto [jobs, runs] = with_scheduler(all);
  TRY(scheduler->cancel({jobs.begin(), jobs.end()}));
  TRY(conclude_cancelled(sweep.directory, sweep.plan, runs, clock));
  put(fmt::format("{} ended; what is missing runs with: scalegen resume {}\n",
                  counted(std::ssize(jobs), "job"), shell_quote(sweep.directory.root.string())));
  return kDone;
}

}  // namespace scalegen

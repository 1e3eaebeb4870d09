#include <fmt/format.h>

#include <algorithm>

#include "app/open_run_directory.hpp"
#include "app/run_log.hpp"
#include "app/run_selection.hpp"
#include "app/scheduler_of.hpp"
#include "cli/confirmations.hpp"
#include "cli/form.hpp"
#include "cli/status_table.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/outcome_policy.hpp"

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

}  // namespace

Result<ExitCode> run_verb(const StatusCommand& command) {
  TRY_ASSIGN(const auto sweep, open_run_directory(command.directory));
  SystemClock clock;
  if (!command.log.empty()) return put_log(sweep, command.log, clock);
  const auto scheduler = scheduler_of(sweep.directory, sweep.plan, clock);
  TRY_ASSIGN(auto all, query_status_once(sweep.directory, sweep.plan, *scheduler, clock));
  TRY(mark_not_needed(sweep.directory, sweep.plan, all.runs));
  put(text_in(command.format, status_document(all, command.all),
              [&] { return status_json(sweep.directory, all); }));
  if (command.format != "json") say_how_to_retry(all.runs, sweep.directory);
  if (command.format != "json") say_once_more(sweep.directory, sweep.plan, all.runs);
  return some_have_failed(all.runs) ? kRunFailed : kDone;
}

}  // namespace scalegen

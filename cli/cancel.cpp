#include <fmt/format.h>

#include "app/open_run_directory.hpp"
#include "app/scheduler_of.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/json.hpp"
#include "core/shell_quote.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/cancellation.hpp"

namespace scalegen {
namespace {

std::vector<std::string> texts_of(const std::vector<JobId>& ids) {
  std::vector<std::string> texts;
  for (const auto& id : ids) texts.push_back(to_string(id));
  return texts;
}

}  // namespace

Result<ExitCode> run_verb(const CancelCommand& command) {
  TRY_ASSIGN(const auto sweep, open_run_directory(command.directory));
  SystemClock clock;
  const auto scheduler = scheduler_of(sweep.directory, sweep.plan, clock);
  TRY_ASSIGN(const auto jobs, cancel_sweep(sweep.directory, sweep.plan, *scheduler, clock));
  if (command.json) {
    put(json_page({{"scalegen_cancel", 1},
                   {"directory", sweep.directory.root.string()},
                   {"jobs_ended", jobs.ended.size()},
                   {"jobs_left", texts_of(jobs.left)}}));
    return kDone;
  }
  const bool names_jobs = submits_jobs(sweep.plan.head) && !jobs.ended.empty();
  put(fmt::format("{} ended{}; to run what is missing: scalegen sweep {}\n",
                  counted(std::ssize(jobs.ended), "job"),
                  names_jobs ? ": " + join_truncated(texts_of(jobs.ended)) : "",
                  shell_quote(sweep.directory.root.string())));
  if (!jobs.left.empty())
    put(fmt::format("left alone, since squeue lists none of them as this sweep's: {}\n",
                    join_truncated(texts_of(jobs.left))));
  return kDone;
}

}  // namespace scalegen

#include "app/replan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/open_run_directory.hpp"
#include "app/scheduler_of.hpp"
#include "app/submission.hpp"
#include "core/files.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/script/plan_replacement.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/run_ledger.hpp"
#include "runner/run_lock.hpp"
#include "runner/run_status.hpp"

namespace scalegen {
namespace {

// One that Slurm no longer lists, and that left no file, is none.
bool is_under_way(const RunStatus& run) {
  return is_running(run.record) || (is_with_scheduler(run) && !run.job->status.left_queue);
}

Result<SweepStatus> observe_now(const RunDirectory& directory, const Plan& plan) {
  SystemClock clock;
  const auto scheduler = scheduler_of(directory, plan, clock);
  return query_status(directory, plan, *scheduler, clock);
}

}  // namespace

tl::unexpected<Diagnostics> another_sweep(const RunDirectory& directory, std::string hint,
                                          std::string difference) {
  return failure(fmt::format("'{}' holds the runs of another sweep", directory.root.string()),
                 std::move(hint), {std::move(difference)});
}

bool has_completed_run(const RunDirectory& directory, const Plan& plan) {
  SystemClock clock;
  const auto records = outcomes(plan, directory, {.now = clock.now()});
  return !records || std::any_of(records->begin(), records->end(), has_completed);
}

Result<std::unordered_set<std::string>> runs_without_figure(const RunDirectory& directory, const Plan& plan) {
  TRY_ASSIGN(const auto records, outcomes(plan, directory, {.now = SystemClock().now()}));
  std::unordered_set<std::string> runs;
  for (const auto& record : records)
    if (!has_completed(record) && !is_running(record)) runs.insert(record.run.id);
  return runs;
}

Result<void> check_nothing_is_measured(const RunDirectory& directory, const Plan& plan,
                                       const std::string& difference) {
  if (has_completed_run(directory, plan)) return another_sweep(directory, kNewDirectory, difference);
  TRY_ASSIGN(const auto all, observe_now(directory, plan));
  if (!all.scheduler_answers)
    return another_sweep(directory,
                         fmt::format("Slurm does not answer, so nobody knows whether jobs of it are queued: "
                                     "give the same command again when it does, or {}",
                                     kNewDirectory),
                         difference);
  const auto under_way = std::ranges::count_if(all.runs, is_under_way);
  if (under_way == 0) return {};
  return another_sweep(
      directory,
      fmt::format("{} of it {} queued or running: wait until nothing is, or 'scalegen cancel {}'; if none "
                  "has completed then, the same command plans the runs again. Or {}",
                  counted(under_way, "run"), under_way == 1 ? "is" : "are",
                  shell_quote(directory.root.string()), kNewDirectory),
      difference);
}

// The checks are those before a new directory. How its jobs and scripts are made was asked for when it began.
Result<plan::PlannedSweep> replan(const RunDirectory& directory, const Plan& there, const SweepSpec& spec,
                                  SweepSource source) {
  TRY(check_directory_not_moved(directory, there));
  TRY(check_program(spec, source));
  source.one_allocation = source.one_allocation || shares_nodes(there);
  TRY_ASSIGN(auto planned, plan_spec(spec, source));
  TRY(check_account(spec, planned));
  auto& head = planned.plan.head;
  head.replaced = there.head.replaced + 1;
  head.launch.root = directory.root.string();
  head.launch.made_by = made_by();
  head.launch.standalone = there.head.launch.standalone;
  return planned;
}

Result<void> finish_replanning(const RunDirectory& directory) {
  TRY_ASSIGN(const auto is_begun, is_there(directory.replacement()));
  if (!is_begun) return {};
  SystemClock clock;
  TRY_ASSIGN(const auto lock, Lock::take(directory.lock(), clock));
  return finish_replacement(directory);
}

}  // namespace scalegen

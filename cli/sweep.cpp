#include <fmt/format.h>

#include <algorithm>

#include "analysis/analyse.hpp"
#include "cli/load_sweep.hpp"
#include "cli/new_directory.hpp"
#include "cli/notices.hpp"
#include "cli/progress_line.hpp"
#include "cli/stop_signal.hpp"
#include "cli/verbs.hpp"
#include "core/files.hpp"
#include "core/plan_file.hpp"
#include "runner/local/local_scheduler.hpp"
#include "runner/run_sweep.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

/// A directory that is ready to be run, and its plan.
struct Ready {
  RunDirectory directory{};
  Plan plan{};
};

Result<Plan> plan_of(const RunDirectory& directory) {
  const auto text = read_file(directory.plan_file());
  if (!text) return tl::make_unexpected(text.error());
  return read_plan(directory.plan_file().string(), *text);
}

// A directory that is there wins over what the sweep file would come to today: `auto` may mean something else
// by now.
Result<Ready> continue_directory(const RunDirectory& directory, const LoadedSweep& loaded) {
  auto plan = plan_of(directory);
  if (!plan) return tl::make_unexpected(std::move(plan.error()));
  if (auto same = same_sweep(directory, *plan, loaded.text.text, loaded.profile.name); !same)
    return tl::make_unexpected(std::move(same.error()));
  return Ready{directory, std::move(*plan)};
}

Result<Ready> begin_directory(const RunDirectory& directory, const LoadedSweep& loaded) {
  if (auto written = write_new_directory(directory.root, "", loaded); !written)
    return tl::make_unexpected(std::move(written.error()));
  return Ready{directory, loaded.planned.plan};
}

Result<void> can_run_here(const Profile& profile) {
  if (profile.scheduler == SchedulerKind::local) return {};
  return failure(
      fmt::format("'{}' runs under Slurm, and sweep submits nothing yet", profile.name),
      fmt::format("write the scripts with 'scalegen generate FILE --cluster {}', submit them with sbatch, "
                  "and read them with 'scalegen report'",
                  profile.name));
}

Result<SweepEnd> run(const Ready& ready, const SweepOptions& options) {
  SystemClock clock;
  LocalScheduler scheduler(clock);
  ProgressLine line(stderr);
  catch_stop_signals();
  const SweepObserver observer{.report = [&](const Progress& progress) { line.show(progress); },
                               .wants_stop = [] { return stop_signal() != 0; }};
  return run_sweep(ready.directory, ready.plan, scheduler, clock, options, observer);
}

bool all_completed(const std::vector<RunRecord>& records) {
  return std::all_of(records.begin(), records.end(),
                     [](const RunRecord& r) { return r.outcome && is_completed(*r.outcome); });
}

ExitCode say_interrupted(const SweepEnd& end) {
  const auto ended = std::count_if(end.records.begin(), end.records.end(),
                                   [](const RunRecord& r) { return r.outcome && is_completed(*r.outcome); });
  fmt::print(stderr, "interrupted: {} of {} runs are completed; the same command continues\n", ended,
             end.records.size());
  return 128 + stop_signal();
}

}  // namespace

Result<ExitCode> run_verb(const SweepCommand& command) {
  const auto loaded = load_sweep(command.source);
  if (!loaded) return tl::make_unexpected(loaded.error());
  if (auto here = can_run_here(loaded->profile); !here) return tl::make_unexpected(here.error());
  notice_origin(*loaded);

  const RunDirectory directory{directory_for(command.directory, loaded->planned.plan.head)};
  const auto ready = fs::exists(directory.plan_file()) ? continue_directory(directory, *loaded)
                                                       : begin_directory(directory, *loaded);
  if (!ready) return tl::make_unexpected(ready.error());
  fmt::print(stderr, "run directory: {}\n", directory.root.string());

  const auto end = run(*ready, {.retry_failed = command.retry_failed});
  if (!end) return tl::make_unexpected(end.error());
  if (end->interrupted) return say_interrupted(*end);

  const auto report = report_of_runs(ready->plan, end->records, directory);
  if (!report) return tl::make_unexpected(report.error());
  fmt::print("{}", render_terminal(*report));
  return all_completed(end->records) ? kDone : kRunFailed;
}

}  // namespace scalegen

#include <fmt/format.h>

#include <algorithm>

#include "analysis/analyse.hpp"
#include "cli/load_sweep.hpp"
#include "cli/new_directory.hpp"
#include "cli/notices.hpp"
#include "cli/output.hpp"
#include "cli/progress_line.hpp"
#include "cli/same_sweep.hpp"
#include "cli/stop_signal.hpp"
#include "cli/verbs.hpp"
#include "runner/local/local_scheduler.hpp"
#include "runner/run_sweep.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

// A directory that is there wins over what the sweep file would come to today.
Result<Plan> plan_in(const RunDirectory& directory, const SweepSpec& spec, const SweepSource& source) {
  if (fs::exists(directory.plan_file())) return plan_of_same_sweep(directory, spec, source);
  auto planned = plan_spec(spec, source);
  if (!planned) return tl::make_unexpected(std::move(planned.error()));
  notice(spec, *planned);
  if (auto written = write_new_directory(directory, "", spec, *planned); !written)
    return tl::make_unexpected(std::move(written.error()));
  return std::move(planned->plan);
}

Result<void> can_run_here(const Profile& profile) {
  if (profile.scheduler == SchedulerKind::local) return {};
  return failure(
      fmt::format("'{}' runs under Slurm, and sweep submits nothing yet", profile.name),
      fmt::format("write the scripts with 'scalegen generate FILE --cluster {}', submit them with sbatch, "
                  "and read them with 'scalegen report'",
                  profile.name));
}

Result<SweepEnd> run(const RunDirectory& directory, const Plan& plan, const SweepOptions& options) {
  SystemClock clock;
  LocalScheduler scheduler(clock);
  ProgressLine line(stderr);
  catch_stop_signals();
  const SweepObserver observer{.report = [&](const Progress& progress) { line.show(progress); },
                               .wants_stop = [] { return stop_signal() != 0; }};
  return run_sweep(directory, plan, scheduler, clock, options, observer);
}

bool all_completed(const std::vector<RunRecord>& records) {
  return std::all_of(records.begin(), records.end(),
                     [](const RunRecord& r) { return r.outcome && is_completed(*r.outcome); });
}

ExitCode say_interrupted(const SweepEnd& end) {
  const auto ended = std::count_if(end.records.begin(), end.records.end(),
                                   [](const RunRecord& r) { return r.outcome && is_completed(*r.outcome); });
  tell(fmt::format("interrupted: {} of {} runs are completed; the same command continues\n", ended,
                   end.records.size()));
  return 128 + stop_signal();
}

}  // namespace

Result<ExitCode> run_verb(const SweepCommand& command) {
  const auto spec = read_spec(command.source);
  if (!spec) return tl::make_unexpected(spec.error());
  if (auto here = can_run_here(spec->profile); !here) return tl::make_unexpected(here.error());

  const RunDirectory directory{directory_for(command.directory, *spec)};
  const auto plan = plan_in(directory, *spec, command.source);
  if (!plan) return tl::make_unexpected(plan.error());
  tell(fmt::format("run directory: {}\n", directory.root.string()));

  const auto end = run(directory, *plan, {.retry_failed = command.retry_failed});
  if (!end) return tl::make_unexpected(end.error());
  if (end->interrupted) return say_interrupted(*end);

  const auto report = report_of_runs(*plan, end->records, directory);
  if (!report) return tl::make_unexpected(report.error());
  put(render_terminal(*report));
  return all_completed(end->records) ? kDone : kRunFailed;
}

}  // namespace scalegen

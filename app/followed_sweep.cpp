#include "app/followed_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "analysis/analyse.hpp"
#include "analysis/measurement/measurement.hpp"
#include "analysis/report/sections.hpp"
#include "app/discard_attempt.hpp"
#include "app/held_allocation.hpp"
#include "app/program_commit.hpp"
#include "app/report_page.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "runner/failure/failure_reason.hpp"
#include "runner/max_in_flight.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/outcome_policy.hpp"
#include "runner/run_lock.hpp"
#include "runner/run_status.hpp"
#include "runner/trial.hpp"

namespace scalegen {
namespace {

constexpr int kMaxInFlight = 1000;  // many sites take no more from one person

bool wants_trial(const SubmitOptions& options) { return !options.no_trial && !options.detach; }

Result<std::vector<RunRecord>> outcomes_now(const FollowedSweep& sweep) {
  return outcomes(sweep.plan, sweep.directory, {.now = sweep.clock.now()});
}

Result<std::vector<Run>> runs_left(const FollowedSweep& sweep) {
  if (!sweep.options.again.empty()) return sweep.plan.runs;
  TRY_ASSIGN(const auto records, outcomes_now(sweep));
  std::vector<Run> left;
  for (const auto& record : records)
    if (is_due(record, true)) left.push_back(record.run);
  for (const auto& slow : runs_once_more(sweep.directory, sweep.plan, records)) left.push_back(slow.run.run);
  return left;
}

/// True if all runs have ended, their outcomes are persisted, and nobody works here. If a killed tool left
/// its lock, the sweep is followed once more, which takes the lock over and releases it.
bool have_all_ended(const FollowedSweep& sweep, const std::vector<RunStatus>& now) {
  if (std::error_code error; std::filesystem::exists(sweep.directory.lock(), error)) return false;
  return std::ranges::all_of(now, [&](const RunStatus& run) {
    const auto& record = run.record;
    return !run.job && record.is_persisted && !is_due(record, sweep.options.retry_failed);
  });
}

bool none_has_begun(const std::vector<RunStatus>& now) {
  return std::ranges::all_of(now,
                             [](const RunStatus& run) { return run.record.attempt.empty() && !run.job; });
}

}  // namespace

Result<void> go_to_its_allocation(const FollowedSweep& sweep) {
  if (!sweep.plan.head.launch.held) return {};
  TRY_ASSIGN(const auto left, runs_left(sweep));
  return enter_allocation(sweep.plan.head, left);
}

Result<std::ptrdiff_t> failed_before(const FollowedSweep& sweep) {
  if (sweep.options.retry_failed) return 0;
  TRY_ASSIGN(const auto records, outcomes_now(sweep));
  const bool has_trial =
      wants_trial(sweep.options) && begins_with_trial(sweep.plan, records) &&
      std::ranges::any_of(records, [](const auto& record) { return is_due(record, false); });
  if (has_trial) return 0;
  return std::ranges::count_if(
      records, [](const RunRecord& record) { return is_for_retry(record) && !lacks_its_end(record); });
}

Result<std::optional<ProcessIdentity>> pass_on_limit(const FollowedSweep& sweep, int most) {
  TRY(write_max_in_flight(sweep.directory, most));
  TRY_ASSIGN(const auto holder, living_holder(sweep.directory.lock()));
  if (!holder) return std::nullopt;
  return holder->process;
}

Result<Outlook> outlook_of(const FollowedSweep& sweep) {
  const auto& directory = sweep.directory;
  const auto& plan = sweep.plan;
  const auto& options = sweep.options;
  TRY_ASSIGN(const auto now, query_status(directory, plan, sweep.scheduler, sweep.clock));
  Outlook outlook{.records = records_of(now.runs),
                  .cost = submission_cost(plan, now.runs, options.retry_failed),
                  .lacks_trial = options.detach && !options.no_trial && none_has_begun(now.runs) &&
                                 !trials_of(plan).empty()};
  outlook.nothing_is_left =
      have_all_ended(sweep, now.runs) && runs_once_more(directory, plan, outlook.records).empty();
  return outlook;
}

Result<SweepEnd> follow_once(const FollowedSweep& sweep, const SweepObserver& observer) {
  const auto& directory = sweep.directory;
  const auto& plan = sweep.plan;
  const auto& options = sweep.options;
  bool all_is_submitted = false;
  auto inner = observer;
  inner.report = [&](const Progress& progress) {
    all_is_submitted = progress.jobs_pending == 0 || !progress.why_pending.empty();
    observer.report(progress);
  };
  inner.wants_stop = [&] { return observer.wants_stop() || (options.detach && all_is_submitted); };
  inner.look_at_trial = [&](const RunRecord& trial, std::size_t left) {
    const auto measured = measure(trial, plan.head, directory);
    return measured.value ? observer.look_at_trial(trial, left) : measured.unmeasured;
  };
  if (sweep.scheduler.traits().keeps_jobs)
    inner.max_in_flight = [&] { return read_max_in_flight(directory).value_or(kMaxInFlight); };
  return run_sweep(directory, plan, sweep.scheduler, sweep.clock,
                   {.retry_failed = options.retry_failed,
                    .as_arrays = options.as_arrays,
                    .trial = wants_trial(options),
                    .excluded_nodes = sweep.excluded_nodes},
                   inner);
}

std::string load_in_the_way(const FollowedSweep& sweep) {
  const auto report = outcomes_now(sweep).and_then(
      [&](const auto& records) { return report_of_runs(sweep.plan, records, sweep.directory); });
  const auto* const found = report ? find(report->findings, FindingKind::disturbed) : nullptr;
  return found == nullptr ? "" : fmt::format("{}: {}", join_truncated(found->rungs), reason_of(*found));
}

Result<std::vector<OnceMore>> put_slow_firsts_aside(const FollowedSweep& sweep, const SweepEnd& end) {
  if (end.stop || end.interrupted) return std::vector<OnceMore>();
  auto slow = runs_once_more(sweep.directory, sweep.plan, end.records);
  for (const auto& one : slow) TRY(discard_slow_first(sweep.directory, sweep.plan, one.run));
  return slow;
}

std::filesystem::path output_of(const RunRecord& record, const RunDirectory& directory) {
  const auto attempt = directory.attempt(record.run.id, record.attempt);
  return has_completed(record) ? attempt.out() : file_about_failure(record.run, attempt);
}

Result<Conclusion> conclude(const FollowedSweep& sweep, const std::vector<RunRecord>& records) {
  const auto page = sweep.directory.page();
  TRY_ASSIGN(auto report, report_of_runs(sweep.plan, records, sweep.directory));
  report.head.commit = program_commit(report);
  Conclusion end{
      .page = report_page(report).and_then([&](const auto& text) { return replace_file(page, text); }),
      .for_retry = std::ranges::count_if(records, is_for_retry),
      .is_well = std::ranges::all_of(records, has_completed) && all_are_measured(report) &&
                 !report::an_assertion_fails(report)};
  std::ranges::copy_if(records, std::back_inserter(end.failed),
                       [](const RunRecord& record) { return has_failed(record) && !was_cancelled(record); });
  end.report = std::move(report);
  return end;
}

}  // namespace scalegen

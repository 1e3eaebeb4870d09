#include "runner/sweep_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/attempt_files.hpp"
#include "core/files.hpp"
#include "core/plan_file.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/journal.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/outcome_policy.hpp"
#include "runner/ownership.hpp"
#include "runner/run_status.hpp"
#include "runner/submission.hpp"
#include "runner/sweep_steps.hpp"
#include "runner/trial.hpp"

namespace scalegen {

namespace {

Result<void> submit_pending(Sweep& sweep) {
  const auto wanted = sweep.trials.empty() ? sweep.observer.max_in_flight() : 1;
  const auto most = std::min(sweep.traits.capacity, wanted);
  bool has_room = true;
  while (has_room && sweep.scheduler_takes_more && !sweep.pending.empty() &&
         std::ssize(sweep.active) < most && !sweep.observer.wants_stop()) {
    TRY_ASSIGN(has_room, submit_next(sweep, static_cast<std::size_t>(most)));
  }
  const bool waits = !sweep.pending.empty() && (!has_room || std::ssize(sweep.active) >= wanted);
  if (waits && sweep.trials.empty())
    sweep.why_pending = fmt::format("at most {} at a time", counted(wanted, "job"));
  else if (waits && sweep.traits.capacity > 1)
    sweep.why_pending = "the trial comes first";
  return {};
}

Result<void> turn(Sweep& sweep) {
  TRY(sweep.lock.keep());
  sweep.scheduler_answers = sweep.scheduler_takes_more = true;
  sweep.scheduler_complaint.clear();
  sweep.why_pending.clear();
  sweep.is_as_generated.clear();
  sweep.script_sums.reset();
  TRY(submit_pending(sweep));
  TRY_ASSIGN(const auto something_ended, settle_ended(sweep));
  look_at_trials(sweep);
  if (something_ended) look_at_round_one(sweep);
  sweep.observer.report(progress_of(sweep));
  // If it was told to stop during a poll, it must not sleep first.
  if (!something_ended && !sweep.observer.wants_stop()) sweep.scheduler.await_change(sweep.clock);
  return {};
}

// Only while this process holds the directory, and only what a tool started: a person's own script goes on.
Result<void> end_local_jobs(Sweep& sweep) {
  if (sweep.traits.keeps_jobs) return {};
  TRY(sweep.lock.check());
  for (const auto& active : std::vector(sweep.active)) {
    if (attempt_number(active.attempt) == 0) continue;
    TRY_ASSIGN(const auto state, cancel_if_alive(sweep, active.id));
    TRY(sweep.ledger.refresh(active.job));
    if (state == JobState::active &&
        std::ranges::any_of(sweep.ledger.records_of(active.job), may_be_of_ended_script))
      sweep.ledger.apply_scheduler_outcome(active.job, active.attempt, Cancelled{});
    if (due_runs(sweep, active.job).empty())  // it came to its end, and counts among the runs that are done
      std::erase_if(sweep.active, [&](const auto& other) { return other.job == active.job; });
    TRY(persist(sweep, {active.job}));
  }
  return sweep.ledger.record(Interrupted{});
}

// It is structured like this: First, what earlier tools and people have begun is taken up, and what is to be
// prepared once for all runs is. Second, until
// nothing is pending or active, each turn submits what the scheduler has room for, and polls what it has: a
// job that has ended is settled, or becomes pending again; each trial alone, if there are any, until it has
// been looked at. Third, if it was stopped or cannot go on, local
// jobs are ended; those of a scheduler go on. Returns true if it was stopped before the end.
Result<bool> run(Sweep& sweep, const std::vector<RunStatus>& runs) {
  if (sweep.options.as_arrays) sweep.largest_array = sweep.scheduler.largest_array();
  look_for_mended_files(sweep);
  choose_trials(sweep, runs);
  auto going = recover(sweep, runs);
  begin_with_trial(sweep);
  if (going) going = prepare(sweep);
  if (going) look_at_trials(sweep);  // an earlier call may have seen its end
  while (going && !is_done(sweep) && !sweep.stop && !sweep.observer.wants_stop()) going = turn(sweep);
  if (going && is_done(sweep)) return false;
  const auto ended = end_local_jobs(sweep);
  if (!going) return tl::make_unexpected(going.error());
  if (!ended) return tl::make_unexpected(ended.error());
  return !is_done(sweep);
}

// It was read before the lock was ours: another command may have put a plan in its place.
Result<void> check_in_force(const RunDirectory& directory, const Plan& plan) {
  TRY_ASSIGN(const auto is_being_replaced, is_there(directory.replacement()));
  TRY_ASSIGN(const auto head, read_plan_head(directory.plan_file()));
  const bool is_same = !head || head->replaced == plan.head.replaced;
  if (is_same && !is_being_replaced) return {};
  return failure(fmt::format("'{}' was planned again after this command began", directory.root.string()),
                 "give the same command again");
}

/// Waits, as the loop does, until the scheduler says which cluster it is: before that nobody knows whether it
/// may have jobs of this sweep. Returns nullopt if the sweep is told to stop meanwhile.
Result<std::optional<std::string>> await_cluster(const RunDirectory& directory, const Plan& plan, Lock& lock,
                                                 Scheduler& scheduler, Clock& clock,
                                                 const SweepObserver& observer) {
  TRY_ASSIGN(const auto journal, read_journal(directory.journal()));
  while (true) {
    TRY(lock.keep());
    TRY_ASSIGN(auto here, scheduler.cluster());
    if (here && journal) TRY(is_on_its_cluster(directory, plan, *journal, scheduler));
    if (here || observer.wants_stop()) return here;
    observer.report(
        {.runs_total = plan.runs.size(), .jobs_pending = plan.jobs.size(), .scheduler_answers = false});
    clock.sleep_for(scheduler.poll_interval());
  }
}

}  // namespace

Result<SweepEnd> run_sweep(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                           Clock& clock, const SweepOptions& options, const SweepObserver& observer) {
  TRY_ASSIGN(auto lock, Lock::take(directory.lock(), clock));
  TRY(check_in_force(directory, plan));
  TRY_ASSIGN(const auto cluster, await_cluster(directory, plan, lock, scheduler, clock, observer));
  if (!cluster) {
    TRY_ASSIGN(auto records, outcomes(plan, directory, {.now = clock.now()}));
    return SweepEnd{.interrupted = true, .records = std::move(records)};
  }
  TRY_ASSIGN(auto journal, Journal::open(directory.journal(), clock, *cluster));
  TRY_ASSIGN(const auto observed, observe_runs(directory, plan, journal.content(), scheduler, clock));
  std::vector<RunRecord> records;
  for (const auto& run : observed.runs) records.push_back(run.record);
  RunLedger ledger(directory, plan, journal, clock, std::move(records));
  Sweep sweep(ledger, lock, scheduler, clock, options, observer);
  TRY_ASSIGN(const auto interrupted, run(sweep, observed.runs));
  SweepEnd end{.interrupted = interrupted && !sweep.stop,
               .stop = sweep.stop,
               .records = ledger.records(),
               .held_back = std::move(sweep.held_back),
               .progress = progress_of(sweep)};
  if (end.interrupted) {
    TRY_ASSIGN(end.submitted, submitted_jobs(directory, plan, end.records));
  }
  return end;
}

}  // namespace scalegen

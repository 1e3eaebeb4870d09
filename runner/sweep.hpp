#pragma once
#include <chrono>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/clock.hpp"
#include "core/run_record.hpp"
#include "runner/job_lifecycle.hpp"
#include "runner/progress.hpp"
#include "runner/run_ledger.hpp"
#include "runner/run_lock.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

struct SweepOptions {
  bool retry_failed = false;                  // also runs that failed, timed out or ran out of memory, once
  bool as_arrays = false;                     // jobs that ask for the same are submitted together
  bool trial = false;                         // trials_of() are looked at before others are submitted
  std::vector<std::string> excluded_nodes{};  // by Slurm, from all that is submitted, if it can do without
};

/// Why a sweep goes no further, although runs are left.
struct SweepStop {
  enum class Kind { trial_failed, trial_unmeasured, round_failed };
  Kind kind = Kind::trial_failed;
  std::vector<RunRecord> runs{};  // the trial that failed, or those of round 1
  std::string reason{};           // theirs
  bool operator==(const SweepStop&) const = default;
};

/// Shows, limits and stops a sweep from outside. All but `look_at_trial` are called at every turn of the
/// loop.
struct SweepObserver {
  std::function<void(const Progress&)> report = [](const Progress&) {};
  std::function<bool()> wants_stop = [] { return false; };
  std::function<int()> max_in_flight = [] { return std::numeric_limits<int>::max(); };
  /// Why the trial, which has completed, is no measurement; empty if it is one. Others are left to submit.
  std::function<std::string(const RunRecord& trial, std::size_t left)> look_at_trial =
      [](const RunRecord&, std::size_t) { return ""; };
};

/// A job that the scheduler has, or that someone else started.
struct ActiveJob {
  JobIndex job = 0;
  std::string attempt{};
  JobId id{};
  bool adopted = false;       // another tool or a person started it
  bool ended_before = false;  // this call: nobody followed it
  std::chrono::system_clock::time_point begun{};
  JobStatus status{};                                               // at the last poll
  bool was_suspended = false;                                       // at any poll
  std::optional<std::chrono::system_clock::time_point> ended_at{};  // when the scheduler first said so
  bool is_told = false;  // that it could not be launched, or that its files are waited for
};

/// Jobs that are submitted at once: one job, or several that ask for the same, as an array.
struct SubmissionBatch {
  std::vector<JobIndex> jobs{};
  Submission submission{};
  bool may_be_there = false;  // an earlier try got no answer
  bool operator==(const SubmissionBatch&) const = default;
};

/// A sweep under way: with what it works, and where its jobs are. A job is in `pending` or in `active`, or
/// nothing is left to do for it in this call; its phase says where it is in its life.
struct Sweep {
  Sweep(RunLedger& its_ledger, Lock& its_lock, Scheduler& its_scheduler, Clock& its_clock,
        const SweepOptions& its_options, const SweepObserver& its_observer)
      : ledger(its_ledger),
        lock(its_lock),
        scheduler(its_scheduler),
        clock(its_clock),
        options(its_options),
        observer(its_observer),
        traits(its_scheduler.traits()),
        phases(its_ledger.job_count()),
        submissions(its_ledger.job_count()) {}

  RunLedger& ledger;
  Lock& lock;
  Scheduler& scheduler;
  Clock& clock;
  const SweepOptions& options;
  const SweepObserver& observer;
  SchedulerTraits traits;

  std::deque<JobIndex> pending{};
  std::vector<ActiveJob> active{};
  std::vector<JobPhase> phases;                      // of each job
  std::vector<int> submissions;                      // of each job in this call
  std::optional<SubmissionBatch> uncertain_array{};  // the scheduler did not answer; its jobs are pending
  std::size_t cancelled_in_queue = 0;                // jobs, while this call followed them
  std::size_t largest_array = kUsualArray;
  RemainingTime estimate{};
  std::vector<JobIndex> trials{};        // until they are looked at, nothing else is submitted
  std::vector<std::string> held_back{};  // runs whose first round failed, left to another call
  bool is_fixed = false;                 // what failed, before this call
  std::optional<SweepStop> stop{};
  std::map<JobIndex, std::string> why_again{};     // of jobs whose scripts never began
  std::unordered_set<std::string> told_reasons{};  // for which jobs wait in the queue

  // In this turn of the loop.
  std::map<JobIndex, bool> is_as_generated{};                    // a person may edit a script
  std::optional<std::unordered_set<std::string>> script_sums{};  // the lines of scripts.cksum
  std::deque<JobIndex> again{};                                  // jobs that ended and are to be run again
  bool scheduler_answers = true;
  std::string scheduler_complaint{};  // if it does not: what it says instead
  bool scheduler_takes_more = true;
  std::string why_pending{};  // why no more is submitted now; empty: because nothing is pending
};

inline bool is_done(const Sweep& sweep) { return sweep.pending.empty() && sweep.active.empty(); }

/// Moves a job to its next phase. An event that cannot happen in the job's phase is an error: a mistake in
/// this program, after which nothing more is to be done in its directory.
Result<void> advance(Sweep& sweep, JobIndex job, JobEvent event);

/// The runs of a job that this call has to start.
std::vector<std::string> due_runs(const Sweep& sweep, JobIndex job);
inline bool is_due(const Sweep& sweep, JobIndex job) { return !due_runs(sweep, job).empty(); }
inline bool may_try_again(const Sweep& sweep, JobIndex job) { return sweep.submissions[job] < kTriesInACall; }

/// Counts the job's runs in, and out of, what is left to do.
void expect(Sweep& sweep, JobIndex job);
void drop(Sweep& sweep, JobIndex job);

/// Writes the outcomes of these jobs that are not yet written, and reports each.
Result<void> persist(Sweep& sweep, const std::vector<JobIndex>& jobs);

Progress progress_of(const Sweep& sweep);

/// Reports it, under a scheduler for whose jobs somebody pays.
void tell(const Sweep& sweep, JobIndex job, Notice notice);

/// Cancels what the scheduler still has of a job, and returns its state before that. A script on another host
/// cannot be reached, and is left.
Result<JobState> cancel_if_alive(Sweep& sweep, const JobId& id);

/// True for the id of an active job. The scheduler may have given it the id of one that it lost.
bool is_followed(const Sweep& sweep, const JobId& id);

}  // namespace scalegen

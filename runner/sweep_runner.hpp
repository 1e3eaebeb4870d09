#pragma once
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <vector>

#include "core/clock.hpp"
#include "core/run_record.hpp"
#include "runner/campaign.hpp"
#include "runner/progress.hpp"
#include "runner/run_lock.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

struct SweepOptions {
  bool retry_failed = false;  // those that failed, timed out or ran out of memory too, once
  bool as_arrays = false;     // jobs that ask for the same are handed over together
};

/// How the sweep is seen, held back and stopped from outside. All are called at every turn of the loop.
struct SweepObserver {
  std::function<void(const Progress&)> report = [](const Progress&) {};
  std::function<bool()> wants_stop = [] { return false; };
  std::function<int()> jobs_at_a_time = [] { return std::numeric_limits<int>::max(); };
};

struct SweepEnd {
  bool interrupted = false;
  std::vector<RunRecord> records{};  // in the plan's order
  bool operator==(const SweepEnd&) const = default;
};

/// Runs what the plan has not yet seen through, and waits for it. May be killed at any moment: the same call
/// again adopts what lives, repeats what was lost, and measures no run twice. An error where it could not go
/// on; what had ended until then stands, and the same call again continues.
Result<SweepEnd> run_sweep(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                           Clock& clock, const SweepOptions& options = {},
                           const SweepObserver& observer = {});

/// The loop: keep as many jobs with the scheduler as it takes, in the plan's order, and see each through to a
/// verdict.
class SweepLoop {
 public:
  SweepLoop(Campaign& campaign, Lock& lock, Scheduler& scheduler, Clock& clock, const SweepOptions& options,
            const SweepObserver& observer);

  /// Until nothing is left to do, or someone wants it to stop. Whether it stopped before the end.
  Result<bool> run();

 private:
  // look_around.cpp: what goes on already, and ends that nobody has seen
  Result<void> look_around();
  Result<void> hear_of_unseen_ends();
  [[nodiscard]] Result<std::optional<ActiveJob>> unseen_end(JobIndex job) const;
  Result<void> take_up_submissions();
  Result<void> adopt(JobIndex job, const std::string& attempt);

  // begin_jobs.cpp: what waits is handed to the scheduler
  Result<void> begin(std::size_t at_most);
  [[nodiscard]] std::vector<JobIndex> next_together(std::size_t at_most);
  [[nodiscard]] std::string shape_of(JobIndex job);
  Result<bool> is_to_be_submitted(JobIndex job);
  Result<void> submit(std::vector<JobIndex> jobs);
  [[nodiscard]] Result<Submission> submission_of(const std::vector<JobIndex>& jobs) const;
  Result<void> hand_over(const Handover& handover);
  Result<void> put_off(const Handover& handover);
  Result<void> hand_over_again();

  // settle_ended.cpp: what has ended gets a verdict, or another attempt
  Result<bool> settle_ended();
  Result<void> settle_unclaimed(const ActiveJob& active, const JobStatus& status);
  Result<void> finish_or_repeat(const ActiveJob& active);
  Result<void> repeat_unclaimed(const ActiveJob& active, const JobStatus& status);

  // sweep_loop.cpp
  Result<void> turn();
  Result<void> write_down(JobIndex job);
  Result<void> write_down_ended_runs(const ActiveJob& active);
  Result<void> end_local_jobs();
  void wait_for(JobIndex job);
  void forget(JobIndex job);
  void report();
  void report_ended(const std::vector<RunRecord>& records);
  [[nodiscard]] Progress progress() const;
  [[nodiscard]] bool is_done() const { return waiting_.empty() && active_.empty(); }
  [[nodiscard]] std::vector<std::string> due_runs(JobIndex job) const;
  [[nodiscard]] bool is_due(JobIndex job) const { return !due_runs(job).empty(); }
  [[nodiscard]] bool may_try_again(JobIndex job) const;

  Campaign* campaign_;
  Lock* lock_;
  Scheduler* scheduler_;
  Clock* clock_;
  const SweepOptions* options_;
  const SweepObserver* observer_;

  std::deque<JobIndex> waiting_{};
  std::vector<ActiveJob> active_{};
  std::vector<int> submissions_;      // of each job in this call
  std::optional<Handover> unsure_{};  // an array that the scheduler did not answer to; its jobs wait too
  std::size_t most_together_ = 1000;  // tasks of an array; Slurm's MaxArraySize is 1001 unless a site says so
  std::map<JobIndex, std::string> shapes_{};  // in this turn: a person may edit a script
  RemainingTime estimate_{};
  // The scheduler, in this turn.
  bool answers_ = true;
  bool takes_more_ = true;
};

}  // namespace scalegen

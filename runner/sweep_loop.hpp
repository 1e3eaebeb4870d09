#pragma once
#include <deque>
#include <vector>

#include "runner/active_job.hpp"
#include "runner/campaign.hpp"
#include "runner/estimate.hpp"
#include "runner/lock.hpp"
#include "runner/run_sweep.hpp"

namespace scalegen {

/// The loop: keep as many jobs with the scheduler as it takes, in the plan's order, and see each through to a
/// verdict.
class SweepLoop {
 public:
  SweepLoop(Campaign& campaign, Lock& lock, Scheduler& scheduler, Clock& clock, const SweepOptions& options,
            const SweepObserver& observer);

  /// Until nothing is left to do, or someone wants it to stop. Whether it stopped before the end.
  Result<bool> run();

 private:
  Result<void> look_around();
  Result<void> hear_of_unseen_ends();
  [[nodiscard]] Result<std::optional<ActiveJob>> unseen_end(JobIndex job) const;
  Result<void> take_up_submissions();
  Result<void> turn();
  Result<void> begin(JobIndex job);
  Result<void> submit(JobIndex job);
  Result<void> put_off(JobIndex job, const Submission& submission);
  Result<void> adopt(JobIndex job, const std::string& attempt);
  Result<bool> settle_ended();
  Result<void> write_down(JobIndex job);
  Result<void> write_down_ended_runs(const ActiveJob& active);
  Result<void> settle_unclaimed(const ActiveJob& active, const JobStatus& status);
  Result<void> finish_or_repeat(const ActiveJob& active);
  Result<void> repeat_unclaimed(const ActiveJob& active, const JobStatus& status);
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
  std::vector<int> submissions_;  // of each job in this call
  Estimate estimate_{};
  bool answers_ = true;  // the scheduler, in this turn
};

}  // namespace scalegen

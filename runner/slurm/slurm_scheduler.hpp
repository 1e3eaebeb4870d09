#pragma once
#include <chrono>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "runner/scheduler.hpp"
#include "runner/slurm/job_tracker.hpp"

namespace scalegen::slurm {

inline constexpr std::chrono::milliseconds kShortestInterval{2'000};
inline constexpr std::chrono::milliseconds kLongestInterval{60'000};

/// The wait before the next poll: short after something has changed, and ever longer while nothing does. All
/// sweeps of a site ask the same controller.
std::chrono::milliseconds next_interval(std::chrono::milliseconds last, bool changed);

/// A tenth more or less, so that many tools do not ask in step; `draw` from 0 to 1.
std::chrono::milliseconds with_jitter(std::chrono::milliseconds interval, double draw);

/// Submits scripts to the Slurm of this machine, asks it about them, and cancels them. It works without
/// accounting, and waits while the controller is away.
class SlurmScheduler final : public Scheduler {
 public:
  /// `clusters`: to one of which the scripts are sent, as their line `#SBATCH --clusters=` says; none: that
  /// of this machine. Only jobs of `user` are asked for and ended.
  explicit SlurmScheduler(Clock& clock, std::vector<std::string> clusters = {}, uid_t user = ::geteuid());

  [[nodiscard]] SchedulerTraits traits() const override { return traits_of(SchedulerKind::slurm); }
  Result<std::optional<std::string>> cluster() override;
  [[nodiscard]] std::size_t largest_array() override;
  [[nodiscard]] std::chrono::milliseconds poll_interval() const override {
    return with_jitter(interval_, draw_);
  }

  Result<SubmissionAnswer> submit(const Submission& submission) override;
  Result<std::optional<FoundIds>> find(const std::vector<std::string>& names) override;
  JobId adopt(const std::string& name, const Started& started) override;
  Result<std::vector<JobId>> find_all(const std::string& sweep_id) override;
  void remember(const JobId& id, const std::string& name) override { tracker_.remember(id, name); }
  Result<std::vector<JobStatus>> query(const std::vector<JobId>& ids) override;
  [[nodiscard]] JobPlace place(const JobId& id) const override { return tracker_.place(id); }
  Result<void> cancel(const std::vector<JobId>& ids) override;

 private:
  Result<SubmissionAnswer> submit_new(const Submission& submission);
  Result<std::optional<SubmissionAnswer>> look_for_it(const Submission& submission);
  bool is_elsewhere(const std::string& cluster_of_job);
  Result<bool> may_get_room(const std::string& limit);
  SubmissionAnswer accepted(const Submission& submission, const JobId& id);

  Clock* clock_;
  std::vector<std::string> clusters_;
  uid_t user_;
  std::optional<std::string> cluster_{};  // this machine's, as soon as it has answered
  JobTracker tracker_;
  using Time = std::chrono::system_clock::time_point;
  struct Uncertain {
    Time since{};  // sbatch was last run
    int tries = 0;
  };
  std::map<std::string, Uncertain> uncertain_{};  // by name: submissions that Slurm may have
  bool was_full_without_jobs_ = false;            // at the last submission
  std::minstd_rand random_{std::random_device{}()};
  double draw_ = 0.5;
  std::chrono::milliseconds interval_ = kShortestInterval;
};

}  // namespace scalegen::slurm

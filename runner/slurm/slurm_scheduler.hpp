#pragma once
#include <chrono>
#include <limits>
#include <random>
#include <set>

#include "core/clock.hpp"
#include "runner/scheduler.hpp"
#include "runner/slurm/job_tracker.hpp"

namespace scalegen {

inline constexpr std::chrono::milliseconds kShortestInterval{2'000};
inline constexpr std::chrono::milliseconds kLongestInterval{60'000};

/// How long to wait before the next look: soon after something has changed, and ever longer while nothing
/// does. All sweeps of a site ask the same controller.
std::chrono::milliseconds next_interval(std::chrono::milliseconds last, bool changed);

/// A tenth more or less, so that many tools do not ask in step; `draw` from 0 to 1.
std::chrono::milliseconds with_jitter(std::chrono::milliseconds interval, double draw);

/// Hands scripts to the Slurm of this machine, asks it about them, and cancels them. It works without
/// accounting, and waits where the controller is away.
class SlurmScheduler final : public Scheduler {
 public:
  /// `clusters`: to one of which the scripts of earlier tools were handed; an empty name is that of this
  /// machine.
  explicit SlurmScheduler(Clock& clock, std::vector<std::string> clusters = {""})
      : clock_(&clock), clusters_(std::move(clusters)), watch_(clock) {}

  [[nodiscard]] int capacity() const override { return std::numeric_limits<int>::max(); }
  [[nodiscard]] std::chrono::milliseconds poll_interval() const override {
    return with_jitter(interval_, draw_);
  }
  [[nodiscard]] std::chrono::milliseconds file_lag() const override { return std::chrono::seconds(30); }
  [[nodiscard]] bool outlives_the_tool() const override { return true; }

  [[nodiscard]] std::string shape(const std::filesystem::path& script) const override;
  [[nodiscard]] std::string id_of_task(const std::string& array, std::size_t task) const override {
    return scalegen::id_of_task(array, task);
  }

  Result<std::optional<std::string>> submit(const Submission& submission) override;
  [[nodiscard]] bool may_have(const std::string& name) const override { return unsure_.contains(name); }
  Result<std::vector<std::optional<std::string>>> find(const std::vector<std::string>& names) override;
  std::string adopt(const std::string& name, const Started& started) override;
  Result<std::vector<JobStatus>> query(const std::vector<std::string>& ids) override;
  Result<void> cancel(const std::vector<std::string>& ids) override;

 private:
  Result<std::optional<std::string>> hand_over(const Submission& submission);
  Result<std::optional<std::string>> look_again_for(const Submission& submission);
  std::string keep(const Submission& submission, const std::string& id);

  Clock* clock_;
  std::vector<std::string> clusters_;
  Watch watch_;
  std::set<std::string> unsure_{};  // names that Slurm may have got
  std::minstd_rand random_{std::random_device{}()};
  double draw_ = 0.5;
  std::chrono::milliseconds interval_ = kShortestInterval;
};

}  // namespace scalegen

#pragma once
#include <map>
#include <vector>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "runner/local/process_tree.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// Starts, adopts and ends scripts on this machine, one at a time. Time limit, pinning and the launch of
/// ranks are the script's own business. A script runs in a session of its own, so that what a terminal sends
/// to the tool does not reach it. Its signals are as after a login, stdin is empty, and what it prints goes
/// to local-<attempt>.out beside it.
class LocalScheduler final : public Scheduler {
 public:
  explicit LocalScheduler(Clock& clock, std::chrono::milliseconds grace = std::chrono::seconds(10))
      : clock_(&clock), grace_(grace) {}

  [[nodiscard]] SchedulerTraits traits() const override { return traits_of(SchedulerKind::local); }
  [[nodiscard]] std::chrono::milliseconds poll_interval() const override { return std::chrono::seconds(1); }
  void await_change(Clock& clock) override;

  Result<SubmissionAnswer> submit(const Submission& submission) override;
  Result<std::optional<FoundIds>> find(const std::vector<std::string>& names) override;
  JobId adopt(const std::string& name, const Started& started) override;
  Result<std::vector<JobStatus>> query(const std::vector<JobId>& ids) override;
  Result<void> cancel(const std::vector<JobId>& ids) override;

 private:
  JobId keep(LocalScript script);

  Clock* clock_;
  std::chrono::milliseconds grace_;
  std::map<JobId, LocalScript> scripts_{};
  std::vector<ProcessIdentity> active_{};  // of the scripts that were last asked about
};

}  // namespace scalegen

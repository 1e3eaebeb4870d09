#pragma once
#include <map>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "runner/local/process_tree.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// Runs a job's script in a session of its own, so that what a terminal sends to the tool does not reach it.
/// Its signals are as after a login, stdin is empty, and what it says goes to local-<attempt>.out beside it.
Result<LocalScript> start_script(const Submission& submission);

/// Starts, adopts and ends scripts on this machine, one at a time. Time limit, pinning and the launch of
/// ranks are the script's own business.
class LocalScheduler final : public Scheduler {
 public:
  explicit LocalScheduler(Clock& clock, std::chrono::milliseconds grace = std::chrono::seconds(10))
      : clock_(&clock), grace_(grace) {}

  [[nodiscard]] int capacity() const override { return 1; }
  [[nodiscard]] std::chrono::milliseconds poll_interval() const override {
    return std::chrono::milliseconds(20);
  }
  [[nodiscard]] std::chrono::milliseconds file_lag() const override { return {}; }
  [[nodiscard]] bool outlives_the_tool() const override { return false; }

  // One script runs at a time: none would gain by an array.
  [[nodiscard]] std::string shape(const std::filesystem::path&) const override { return ""; }
  [[nodiscard]] std::string id_of_task(const std::string& array, std::size_t) const override { return array; }

  Result<std::optional<std::string>> submit(const Submission& submission) override;
  [[nodiscard]] bool may_have(const std::string&) const override { return false; }
  Result<std::vector<std::optional<std::string>>> find(const std::vector<std::string>& names) override;
  std::string adopt(const std::string& name, const Started& started) override;
  Result<std::vector<JobStatus>> query(const std::vector<std::string>& ids) override;
  Result<void> cancel(const std::vector<std::string>& ids) override;

 private:
  std::string keep(LocalScript script);

  Clock* clock_;
  std::chrono::milliseconds grace_;
  std::map<std::string, LocalScript> scripts_{};  // by id
};

}  // namespace scalegen

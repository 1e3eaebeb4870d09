#pragma once
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "runner/attempt.hpp"

namespace scalegen {

/// One start of a job's script.
struct Submission {
  std::string name{};  // campaign-job-attempt: no stranger's job is called so
  std::string attempt{};
  std::filesystem::path script{};
  bool operator==(const Submission&) const = default;
};

enum class JobState { active, ended, unknown };

/// What a scheduler knows of a job. The verdict on its runs comes from their files.
struct JobStatus {
  JobState state = JobState::unknown;
  std::optional<int> exit_status{};  // where it has ended and the scheduler was told
  std::string last_line{};           // of what the script itself said, where it has ended
  bool operator==(const JobStatus&) const = default;
};

/// The seam to whatever starts scripts. A job's id is the scheduler's own word for it.
class Scheduler {
 public:
  virtual ~Scheduler() = default;

  [[nodiscard]] virtual int capacity() const = 0;  // jobs at a time
  [[nodiscard]] virtual std::chrono::milliseconds poll_interval() const = 0;
  [[nodiscard]] virtual bool outlives_the_tool()
      const = 0;  // whether jobs go on when a person stops the sweep

  /// Starts a script, and gives the job's id.
  virtual Result<std::string> submit(const Submission& submission) = 0;
  /// The id of a script that is known from the file it wrote: another tool started it, or a person did.
  virtual std::string adopt(const std::string& name, const Started& started) = 0;
  /// One answer for each id, in their order.
  virtual Result<std::vector<JobStatus>> query(const std::vector<std::string>& ids) = 0;
  /// Nothing of the job runs when this returns, whether or not it had ended before.
  virtual Result<void> cancel(const std::string& id) = 0;
};

}  // namespace scalegen

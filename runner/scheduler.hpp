#pragma once
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/attempt_files.hpp"
#include "core/diagnostics.hpp"
#include "core/outcome.hpp"

namespace scalegen {

/// One of the scripts that are handed over together, as an array.
struct ArrayTask {
  std::filesystem::path script{};
  std::string attempt{};
  bool operator==(const ArrayTask&) const = default;
};

/// One start of a job's script; or of several, each as a task of an array whose script is written for them.
struct Submission {
  std::string name{};  // campaign-job-attempt: no stranger's job is called so
  std::string attempt{};
  std::filesystem::path script{};
  std::vector<ArrayTask> tasks{};
  std::vector<std::string> runs{};           // of a job that several share: those that are to run
  std::vector<std::string> avoided_nodes{};  // where an earlier attempt of the job died with its node
  bool operator==(const Submission&) const = default;
};

inline bool is_array(const Submission& submission) { return !submission.tasks.empty(); }

enum class JobState { waiting, active, ended, unknown };

/// What a scheduler knows of a job. The verdict on its runs comes from their files; what the scheduler knows
/// beyond them can only make it worse.
struct JobStatus {
  JobState state = JobState::unknown;
  std::string reason{};              // of one that waits: why, in the scheduler's word
  std::optional<Outcome> bad_end{};  // of one that ended: out of memory, a failed node, a failed step
  bool cancelled_in_queue = false;   // of one that ended: it seems, and then its files know nothing of it
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
  [[nodiscard]] virtual std::chrono::milliseconds file_lag()
      const = 0;  // until when after a job's end its files may not be seen here
  [[nodiscard]] virtual bool outlives_the_tool()
      const = 0;  // whether jobs go on when a person stops the sweep

  /// What a script asks for: those that ask for the same may be handed over as an array. Empty: this one may
  /// not.
  [[nodiscard]] virtual std::string shape(const std::filesystem::path& script) const = 0;
  /// The id of a task of an array, counted from 0.
  [[nodiscard]] virtual std::string id_of_task(const std::string& array, std::size_t task) const = 0;

  /// Hands a script over, and gives the job's id, or the array's. Nothing where the scheduler does not take
  /// it now, or does not answer, and may have got it: for another try later. An error where it refuses, with
  /// its words.
  virtual Result<std::optional<std::string>> submit(const Submission& submission) = 0;
  /// Whether what it gave no id for may be with it all the same, or come to be there.
  [[nodiscard]] virtual bool may_have(const std::string& name) const = 0;
  /// The ids of submissions, by name, that an earlier tool may have handed over before it could write the id
  /// down. Nothing for one that the scheduler never got, or that is known from its files alone.
  virtual Result<std::vector<std::optional<std::string>>> find(const std::vector<std::string>& names) = 0;
  /// The id of a script that is known from the file it wrote: another tool started it, or a person did.
  virtual std::string adopt(const std::string& name, const Started& started) = 0;
  /// One answer for each id, in their order; unknown, as long as the scheduler does not answer.
  virtual Result<std::vector<JobStatus>> query(const std::vector<std::string>& ids) = 0;
  /// Nothing of these jobs runs when this returns, whether or not they had ended before.
  virtual Result<void> cancel(const std::vector<std::string>& ids) = 0;
};

}  // namespace scalegen

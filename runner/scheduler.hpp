#pragma once
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/attempt_files.hpp"
#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/outcome.hpp"
#include "core/scheduler_kind.hpp"
#include "runner/job_id.hpp"

namespace scalegen {

/// One of the scripts that are submitted together, as an array.
struct ArrayTask {
  std::filesystem::path script{};
  std::string attempt{};
  bool operator==(const ArrayTask&) const = default;
};

/// One start of a job's script; or of several, each as a task of an array that has a script of its own.
struct Submission {
  std::string name{};  // job-attempt-sweep_id: no other person's job has this name
  std::string attempt{};
  std::filesystem::path script{};
  std::vector<ArrayTask> tasks{};
  std::size_t most_at_a_time = 0;             // of an array's tasks; 0: all
  std::vector<std::string> directives{};      // of an array: the lines #SBATCH that its tasks share
  std::vector<std::string> runs{};            // for a job that several runs share: those to start
  std::vector<std::string> excluded_nodes{};  // that failed under an earlier attempt; if it can do without
  bool operator==(const Submission&) const = default;
};

inline bool is_array(const Submission& submission) { return !submission.tasks.empty(); }

/// The answer of a scheduler to a submission that it did not refuse.
struct SubmissionAnswer {
  enum class Kind {
    accepted,
    deferred,  // not taken now, surely: to be tried later
    uncertain  // no answer, or none that says so: it may have the job, or get it yet
  };
  Kind kind = Kind::uncertain;
  JobId id{};            // if accepted: the job's, or the array's
  std::string reason{};  // if deferred: in the scheduler's word; if accepted at a later try: why it was tried
  bool operator==(const SubmissionAnswer&) const = default;
};

enum class JobState { waiting, active, ended, unknown };

/// The state of a job as its scheduler knows it. The outcome of its runs comes from their files; what the
/// scheduler knows beyond them can only make it worse.
struct JobStatus {
  JobState state = JobState::unknown;
  std::string reason{};     // if it waits: why, in the scheduler's word; if unknown: its word for the state
  std::string complaint{};  // if the scheduler does not answer: what its client says instead, in one line
  std::optional<Outcome> abnormal_outcome{};  // if it ended: out of memory, a failed node, a failed step
  bool left_queue = false;                    // if unknown: the scheduler answers, and does not list it
  bool cancelled_in_queue = false;            // if it ended: it seems so, and its files say nothing of an end
  std::optional<int> exit_status{};           // if it ended and the scheduler was told
  std::string last_line{};                    // if it ended: of what the script itself printed
  bool operator==(const JobStatus&) const = default;
};

/// True if the scheduler did not answer, which says nothing of the job.
inline bool is_unanswered(const JobStatus& status) {
  return status.state == JobState::unknown && !status.left_queue && status.reason.empty();
}

/// The nodes where a job runs, when it is expected to start, or how it ended: for people. It may change while
/// its state does not.
struct JobPlace {
  std::string nodes{};           // if it is active or has ended: cpu-[1-2]
  bool suspended = false;        // it has them, and does not run there for now
  std::string expected_start{};  // if it waits and the scheduler says so, in its form: 2026-11-23T08:00:00
  std::string end{};             // in the scheduler's word, as soon as it has one: NODE_FAIL
  bool operator==(const JobPlace&) const = default;
};

inline constexpr std::size_t kUsualArray = 1000;  // Slurm's MaxArraySize is 1001 unless a site changes it

/// One for each name that was looked for.
using FoundIds = std::vector<std::optional<JobId>>;

/// The seam to whatever starts scripts.
class Scheduler {
 public:
  virtual ~Scheduler() = default;

  [[nodiscard]] virtual SchedulerTraits traits() const = 0;
  [[nodiscard]] virtual std::chrono::milliseconds poll_interval() const = 0;
  /// Waits for the poll interval, or until a script that was last asked about has ended, if that can be told.
  /// Returns early when a signal arrives.
  virtual void await_change(Clock& clock) { clock.sleep_for(poll_interval()); }

  /// The name of the cluster that has its jobs; empty: it has none. nullopt if it does not answer.
  virtual Result<std::optional<std::string>> cluster() { return std::string(); }
  /// The most tasks that an array may have. Asked once, before anything is submitted.
  [[nodiscard]] virtual std::size_t largest_array() { return kUsualArray; }
  /// Submits a script. Returns an error if the scheduler refuses it, with its words. After `uncertain` the
  /// same submission again first looks for the job under its name.
  virtual Result<SubmissionAnswer> submit(const Submission& submission) = 0;
  /// The ids of submissions, by name, that an earlier tool may have made before it could record the id.
  /// nullopt for one that the scheduler never got, or that is known from its files alone; and for all of them
  /// if the scheduler does not answer.
  virtual Result<std::optional<FoundIds>> find(const std::vector<std::string>& names) = 0;
  /// The id of a script that is known from the file it wrote: another tool started it, or a person did. Empty
  /// if the scheduler cannot be asked about it, since it is on another cluster.
  virtual JobId adopt(const std::string& name, const Started& started) = 0;
  /// The user's jobs that the scheduler lists, have not ended, and are of the sweep: their names end with
  /// it. No other job may be cancelled. An error if the scheduler does not answer.
  virtual Result<std::vector<JobId>> find_all(const std::string& /*sweep_id*/) {
    return std::vector<JobId>{};
  }
  /// The name under which the job with this id was submitted by an earlier tool. A scheduler that has lost
  /// its state may give the id to another job: then this one is gone.
  virtual void remember(const JobId& /*id*/, const std::string& /*name*/) {}
  /// One answer for each id, in their order; unknown as long as the scheduler does not answer.
  virtual Result<std::vector<JobStatus>> query(const std::vector<JobId>& ids) = 0;
  /// As of the last query.
  [[nodiscard]] virtual JobPlace place(const JobId& /*id*/) const { return {}; }
  /// Returns when nothing of these jobs runs, whether or not they had ended before.
  virtual Result<void> cancel(const std::vector<JobId>& ids) = 0;
};

}  // namespace scalegen

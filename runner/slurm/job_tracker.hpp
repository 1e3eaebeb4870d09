#pragma once
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "runner/scheduler.hpp"
#include "runner/slurm/job_observation.hpp"

namespace scalegen::slurm {

/// The number of the job with this name, or of the array that tasks with this name belong to. Of several, one
/// that has not ended, else the first, which claimed its attempt.
std::optional<std::string> number_of_name(const std::string& name, const std::vector<QueuedJob>& queued,
                                          const std::vector<AccountedJob>& accounted);

/// One answer for each name, in their order, from the first of these clusters that knows it; with the
/// cluster, if that has a name. Returns nullopt if a controller does not answer.
Result<std::optional<FoundIds>> find_by_name(const std::vector<std::string>& names,
                                             const std::vector<std::string>& clusters,
                                             uid_t user = ::geteuid());

/// Tracks jobs from poll to poll: one squeue for all that have not ended, and one sacct if some have left the
/// queue; for each cluster, but there is mostly one.
class JobTracker {
 public:
  /// Believes only jobs of this user.
  JobTracker(Clock& clock, uid_t user) : clock_(&clock), user_(user) {}

  /// A job that was just submitted: what was known of another job with its id is forgotten. The last line
  /// that its script prints will be reported with its end.
  void add(const JobId& id, const std::string& name, const std::filesystem::path& script) {
    jobs_[id] = {.name = name, .script = script};
  }
  /// A job that was submitted under this name earlier.
  void remember(const JobId& id, const std::string& name) { jobs_[id].name = name; }

  /// Asks Slurm. Returns true if anything changed; an error if there is no squeue.
  Result<bool> poll(const std::vector<JobId>& ids);

  [[nodiscard]] JobStatus status(const JobId& id) const;
  [[nodiscard]] JobPlace place(const JobId& id) const;
  /// The id of the tracked job with this number, with its cluster.
  [[nodiscard]] std::optional<JobId> id_of(const std::string& number) const;

 private:
  using Time = std::chrono::system_clock::time_point;
  // Successive polls that the queue answered without a living job.
  struct Absence {
    Time since{};
    bool array_was_listed = false;  // in one of these polls: the queue has lost nothing
  };
  struct Job {
    std::string name{};  // empty: someone else chose it
    JobStatus status{};
    JobPlace place{};
    std::optional<Absence> absence{};
    std::filesystem::path script{};
  };

  Result<void> poll_cluster(const std::string& cluster, const std::vector<std::string>& numbers);
  AccountingAnswer query_accounts(const std::vector<std::string>& numbers, const std::string& cluster);
  void update(const JobId& id, JobObservation observation);
  void mark_unreachable(const JobId& id, const std::string& complaint);
  [[nodiscard]] JobStatus with_details(JobStatus status, const JobId& id,
                                       const JobObservation& observation) const;
  void set(Job& job, JobStatus status);

  Clock* clock_;
  uid_t user_;
  std::map<JobId, Job> jobs_{};
  std::set<std::string> without_accounts_{};  // clusters that keep none
  bool changed_ = false;                      // in this poll
};

}  // namespace scalegen::slurm

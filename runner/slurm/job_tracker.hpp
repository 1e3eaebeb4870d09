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
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/sacct.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen {

/// Which nodes of a list (n[1-2]) are down now, with commas between: Slurm does not say which node of a job
/// failed. Empty where none is any more, or nobody answers.
std::string nodes_down_among(const std::string& nodes, const std::string& cluster);

/// What is known of a job after one look at a queue that answered.
struct Sighting {
  std::optional<QueuedJob> queued{};
  std::optional<AccountedJob> accounted{};
  Accounting accounting = Accounting::none;
  std::chrono::milliseconds since_alive{};  // since the queue last said that it waits or runs
  bool others_are_listed = false;           // by the queue, of the array that it is a task of
};

/// Whether the queue says that the job waits or runs: then nobody else need be asked.
bool is_alive(const std::optional<QueuedJob>& queued);

/// What both together say. The accounts know more of an end than the queue, and know it later: for them it is
/// waited a short while; for a job of which neither knows an end, a longer one.
JobStatus status_of(const Sighting& sighting);

using FoundIds = std::vector<std::optional<std::string>>;

/// The id of the job with this name: of several one that has not ended, else the first, which claimed its
/// attempt.
std::optional<std::string> id_of_name(const std::string& name, const std::vector<QueuedJob>& queued,
                                      const std::vector<AccountedJob>& accounted);

/// One answer for each name, in their order, from the first of these clusters that knows it; with the
/// cluster, where that has a name. Nothing at all where a controller does not answer.
Result<std::optional<FoundIds>> look_up(const std::vector<std::string>& names,
                                        const std::vector<std::string>& clusters);

/// What is known of jobs, from look to look: one squeue for all that have not ended, and one sacct where some
/// have left the queue; for each cluster, but that is mostly one.
class Watch {
 public:
  explicit Watch(Clock& clock) : clock_(&clock) {}

  /// One that was just handed over: its script's last line will be told with its end.
  void begin(const std::string& id, const std::filesystem::path& script) { jobs_[id].script = script; }

  /// Whether it told anything new. An error where there is no squeue.
  Result<bool> look(const std::vector<std::string>& ids);

  [[nodiscard]] JobStatus status(const std::string& id) const;
  [[nodiscard]] bool has_jobs_in_flight() const;
  /// The id of the job with this number, where one is watched: it may have a cluster.
  [[nodiscard]] std::optional<std::string> id_of(const std::string& number) const;

 private:
  using Time = std::chrono::system_clock::time_point;
  struct Job {
    JobStatus status{};
    std::optional<Time> not_alive_since{};  // in looks one after another that the queue answered
    std::filesystem::path script{};
  };

  Result<void> look_at(const std::string& cluster, const std::vector<std::string>& numbers);
  AccountingAnswer ask_accounts(const std::vector<std::string>& numbers, const std::string& cluster);
  void see(const SlurmJobId& id, Sighting sighting);
  void miss(const SlurmJobId& id);
  [[nodiscard]] JobStatus completed(JobStatus status, const SlurmJobId& id, const Sighting& sighting) const;
  void change(Job& job, JobStatus status);

  Clock* clock_;
  std::map<std::string, Job> jobs_{};         // by id
  std::set<std::string> without_accounts_{};  // clusters that keep none
  bool changed_ = false;                      // in this look
};

}  // namespace scalegen

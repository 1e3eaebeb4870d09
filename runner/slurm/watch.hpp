#pragma once
#include <filesystem>
#include <map>
#include <set>

#include "core/clock.hpp"
#include "runner/slurm/accounting.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/sighting.hpp"

namespace scalegen {

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

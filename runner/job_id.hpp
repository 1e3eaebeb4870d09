#pragma once
#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

namespace scalegen {

/// A scheduler's id of a job. For Slurm the number is 4711, or 4711_3 for a task of an array, and the cluster
/// is set if the job is on another one than this machine's. For a local script the number is
/// HOST:PID:START_TIME. An empty number is the id of no job.
struct JobId {
  std::string number{};
  std::string cluster{};
  bool operator==(const JobId&) const = default;
  auto operator<=>(const JobId&) const = default;
};

/// Only one of two ids may name the cluster, as sbatch does for SLURM_CLUSTERS.
inline bool is_same_job(const JobId& a, const JobId& b) {
  return a.number == b.number && (a.cluster == b.cluster || a.cluster.empty() || b.cluster.empty());
}

inline bool is_empty(const JobId& id) { return id.number.empty(); }

/// "4711", "4711_3;cm2": as journal.jsonl and messages have it.
std::string to_string(const JobId& id);

/// The reverse of to_string.
JobId job_id_of(std::string_view text);

/// The id of a task of an array, counted from 0.
JobId id_of_task(const JobId& array, std::size_t task);

}  // namespace scalegen

#pragma once
#include <chrono>
#include <optional>

#include "runner/scheduler.hpp"
#include "runner/slurm/sacct.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen::slurm {

/// The observation of a job in one poll of a queue that answered.
struct JobObservation {
  std::optional<QueuedJob> queued{};
  std::optional<AccountedJob> accounted{};
  Accounting accounting = Accounting::none;
  std::chrono::milliseconds since_alive{};  // since the queue last said that it waits or runs
  bool array_is_listed = false;             // the queue has listed other tasks of its array since
};

/// True if the queue says that the job waits or runs: then nobody else needs to be asked.
bool is_alive(const std::optional<QueuedJob>& queued);

/// The state of a job by queue and accounts together. The accounts know more of an end than the queue, and
/// know it later: they are waited for a short while; if neither knows an end, the job is given up after a
/// longer one.
JobStatus merge_squeue_and_sacct(const JobObservation& observation);

}  // namespace scalegen::slurm

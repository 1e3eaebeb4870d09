#pragma once
#include <chrono>
#include <optional>

#include "runner/scheduler.hpp"
#include "runner/slurm/accounting.hpp"
#include "runner/slurm/queue.hpp"

namespace scalegen {

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

}  // namespace scalegen

#pragma once
#include <optional>

#include "analysis/readers/attempt_listing.hpp"

namespace scalegen {

/// How long a job waited in the queue before it began.
struct QueueWait {
  double seconds = 0;
  bool is_since_submitted = false;  // since when it could have begun is not known
  bool operator==(const QueueWait&) const = default;
};

/// What the script of a run asked Slurm of its own job: queue.txt of an attempt. Returns nullopt if times are
/// missing, are none or contradict each other, and of a job that Slurm had begun before, whose times are
/// those of the last begin.
std::optional<QueueWait> read_queue_wait(const AttemptListing& files);

}  // namespace scalegen

#pragma once
#include <cstdint>
#include <optional>

#include "analysis/readers/attempt_listing.hpp"

namespace scalegen {

/// How long a job waited in the queue from when Slurm could have begun it: what the script of a run asked
/// Slurm of its own job, queue.txt of an attempt. Returns nullopt if times are missing, are none or
/// contradict each other, and of a job that Slurm had begun before, whose times are those of the last begin.
std::optional<std::int64_t> queue_seconds(const AttemptListing& files);

}  // namespace scalegen

#pragma once
#include "generator/profile/profile.hpp"

namespace scalegen {

// Contradictions within a profile, reported with the locations of both values. A value that is not given
// contradicts nothing.

/// Checks limits and amounts of memory within one partition.
Diagnostics check_partition(const Partition& partition);

/// Reports rungs of the ladder that no partition can run; partitions with `chosen: no` do not count.
Diagnostics check_ladder(const Profile& profile);

/// Reports a number of cores for the rank of a GPU with which no partition can use all GPUs of a node.
Diagnostics check_cpus_per_gpu_rank(const Located<int>& cpus, const Profile& profile);

}  // namespace scalegen

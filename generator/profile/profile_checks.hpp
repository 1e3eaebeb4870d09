#pragma once
#include "generator/profile/profile.hpp"

namespace scalegen {

// What a profile says in one place and denies in another, reported with both places. Values that are not
// there contradict nothing.

/// Limits and amounts of memory within one partition.
void check_partition(const Partition& partition, Diagnostics& errors);

/// Rungs of the ladder that no partition can give, but for those that a person has to ask for.
void check_ladder(const Profile& profile, Diagnostics& errors);

/// GPUs whose ranks together want more cores than a node has, on every partition with GPUs.
void check_cpus_per_gpu_rank(const Located<int>& cpus, const Profile& profile, Diagnostics& errors);

}  // namespace scalegen

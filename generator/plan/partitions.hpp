#pragma once
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "core/source_location.hpp"
#include "generator/plan/findings.hpp"
#include "generator/plan/rungs.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen::plan {

/// Returns true if the rung asks for no more and no less nodes and GPUs than the partition gives.
bool can_give(const Partition& partition, const Rung& rung);

/// Returns true if a job on the partition may take so long.
bool allows_time(const Partition& partition, std::chrono::seconds time_limit);

/// Returns true if a rung leaves no GPU of its nodes, or without GPUs no core, to other jobs.
bool fills_nodes(const Partition& partition, const Rung& rung, int cpus_per_task);

/// The shortest name of a rung: 4cpu, 2x4gpu.
std::string short_name(const Rung& rung);

/// A rung for which a partition is wanted.
struct PartitionRequest {
  std::string rung{};  // as the person wrote it
  SourceLocation location{};
  DeviceKind device = DeviceKind::cpu;
  int cpus_per_task = 1;
  std::chrono::seconds time_limit{};
  std::function<Rung(const Partition&)> rung_on{};  // a whole node has as many ranks as the partition's
};

/// The partition that was `requested`; else the first in the profile's order that can give the rung, where
/// partitions of whole nodes come first for rungs that fill their nodes and last for others. Returns null if
/// there is none, and reports why, with the profile's lines and the nearest rungs available.
const Partition* choose_partition(const Profile& profile, const Partition* requested,
                                  const PartitionRequest& request, Findings& findings);

/// Moves the rungs of a device to the partition of the largest of them if that can give them: rungs can share
/// nodes only within one partition. A partition whose nodes have other GPUs or cores is left alone: there a
/// whole node would be another rung.
void merge_into_largest_partition(std::vector<ResolvedRung>& rungs);

}  // namespace scalegen::plan

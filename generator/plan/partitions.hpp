#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

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

/// The GPUs and cores of a partition's nodes: "4 x NVIDIA A100, 64 cores". Partitions with the same text have
/// nodes of one kind. It has the partition's name where the profile does not name the device: then nodes are
/// not known to be like others.
std::string kind_of_nodes(const Partition& partition);

/// The shortest name of a rung: 4cpu, 2x4gpu.
std::string short_name(const Rung& rung);

using Partitions = std::vector<const Partition*>;

/// A rung for which a partition is wanted.
struct PartitionRequest {
  ResolvedRung rung{};
  bool is_named = false;  // by the sweep file; else by a ladder that is taken without being asked for
  std::chrono::seconds time_limit{};
  int cpus_per_rank = 1;        // as the sweep file says, or the rung
  std::int64_t memory_mib = 0;  // of a node, if the sweep file asks for it
};

/// A rung as it is on a partition: a whole node has as many ranks as the partition's.
Rung rung_on(const Partition& partition, const ResolvedRung& rung);

/// The partitions that a ladder may be on without a request, one list for each kind of nodes: first the kind
/// that can give the most of the device's rungs; else in the profile's order.
std::vector<Partitions> kinds_for(const Profile& profile, DeviceKind device,
                                  const std::vector<PartitionRequest>& rungs);

/// The first partition of the first kind that can give the rung, where partitions of whole nodes come first
/// for rungs that fill their nodes and last for others, and nodes with the cores and the memory before those
/// without. Another kind than the first is for rungs that are named. Returns null if there is none, and
/// reports why, with the profile's lines and the nearest rungs available.
const Partition* choose_partition(const Profile& profile, const std::vector<Partitions>& kinds,
                                  const PartitionRequest& request, Findings& findings);

/// Moves the rungs of a device to the partition of the largest of them if that can give them: rungs can share
/// nodes only within one partition. A partition with another kind of nodes is left alone.
void merge_into_largest_partition(std::vector<ResolvedRung>& rungs);

}  // namespace scalegen::plan

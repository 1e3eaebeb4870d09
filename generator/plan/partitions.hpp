#pragma once
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/rungs.hpp"
#include "generator/profile/profile.hpp"
#include "generator/sweep_file/source_location.hpp"

namespace scalegen {

/// Why a partition cannot give what a rung asks for.
struct Refusal {
  std::string reason{};  // "asks for 32 nodes, and partition 'gpu' gives at most 16"
  std::string set_by{};  // "clusters/cyclone.yaml:19 sets nodes: 16"; empty: no line does
  bool operator==(const Refusal&) const = default;
};

/// All that keeps nodes and GPUs of a rung from a partition; nothing: it can give them.
std::vector<Refusal> refusals(const Partition& partition, const Rung& rung);

/// Whether a partition's longest time allows the limit.
bool allows(const Partition& partition, std::chrono::seconds time_limit);

/// Whether a rung leaves no GPU, or without GPUs no core, of its nodes to others.
bool fills_nodes(const Partition& partition, const Rung& rung, int cpus_per_task);

/// How a person writes a rung of this shape: 4cpu, 2x4gpu.
std::string short_name(const Rung& rung);

/// The names of the rungs closest to one that no partition can give: the largest below it and the smallest
/// above it, where there are such. They keep its ranks a node where a node has so many GPUs or cores, and are
/// spread over more nodes where it has not.
std::vector<std::string> nearest_rungs(const std::vector<const Partition*>& partitions, const Rung& rung,
                                       int cpus_per_task);

/// What is sought: the rung as it would be on each partition, since a whole node is what the partition makes
/// of it.
struct PartitionWish {
  std::string name{};  // of the rung
  SourceLocation location{};
  DeviceKind device = DeviceKind::cpu;
  int cpus_per_task = 1;
  std::chrono::seconds time_limit{};
  std::function<Rung(const Partition&)> rung_on{};
};

/// The partition that was `asked` for; else the first in the profile's order that can give the rung, where
/// partitions of whole nodes come first for rungs that fill their nodes and last for others. Null where there
/// is none: then it is reported why, with the profile's lines and the nearest rungs that can be had.
const Partition* choose_partition(const Profile& profile, const Partition* asked, const PartitionWish& wish,
                                  Diagnostics& errors);

/// Puts the rungs of a device onto the partition of the largest of them, where that can give them: rungs that
/// are to share nodes must be in one partition. A partition with other GPUs or cores a node gets none of
/// another's: a whole node would be another rung there.
void bring_together(std::vector<Step>& steps);

}  // namespace scalegen

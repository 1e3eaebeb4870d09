#pragma once
#include <chrono>
#include <functional>

#include "core/plan.hpp"
#include "generator/read/profile.hpp"

namespace scalegen {

/// What is sought: the rung as it would be on each partition, since a whole node is what the partition makes
/// of it.
struct PartitionWish {
  std::string name{};  // of the rung
  Mark mark{};
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

}  // namespace scalegen

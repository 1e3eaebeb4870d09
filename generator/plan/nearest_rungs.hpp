#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "generator/read/profile.hpp"

namespace scalegen {

/// How a person writes a rung of this shape: 4cpu, 2x4gpu.
std::string short_name(const Rung& rung);

/// The names of the rungs closest to one that no partition can give: the largest below it and the smallest
/// above it, where there are such. They keep its ranks a node where a node has so many GPUs or cores, and are
/// spread over more nodes where it has not.
std::vector<std::string> nearest_rungs(const std::vector<const Partition*>& partitions, const Rung& rung,
                                       int cpus_per_task);

}  // namespace scalegen

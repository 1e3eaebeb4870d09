#pragma once
#include "analysis/placement/asked.hpp"
#include "analysis/readers/node_gpus.hpp"

namespace scalegen {

/// The tasks that are shown fewer GPUs than they have ranks, the nodes that have fewer, and GPUs that are one
/// and the same. What nobody recorded differs from nothing.
std::vector<std::string> too_few_gpus(const AskedPlacement& asked, const std::vector<TaskPlace>& tasks,
                                      const std::vector<NodeGpu>& gpus);

}  // namespace scalegen

#include "generator/plan/partition_limits.hpp"

#include <fmt/format.h>

#include "core/units.hpp"

namespace scalegen {
namespace {

std::string at_most(const std::string& asked, const Partition& partition, int most) {
  return fmt::format("asks for {}, and partition '{}' gives at most {}", asked, partition.name, most);
}

}  // namespace

std::vector<Refusal> refusals(const Partition& partition, const Rung& rung) {
  const bool on_gpus = rung.device == DeviceKind::gpu;
  if (on_gpus && !partition.gpus_per_node)
    return {{fmt::format("needs GPUs, and partition '{}' has none", partition.name), ""}};
  std::vector<Refusal> found;
  const auto nodes = counted(rung.nodes, "node");
  if (const auto& most = most_nodes(partition); rung.nodes > most.value)
    found.push_back(
        {at_most(nodes, partition, most.value), set_by(partition.max_nodes ? "max_nodes" : "nodes", most)});
  if (const auto& least = partition.min_nodes; least && rung.nodes < least->value)
    found.push_back({fmt::format("asks for {}, and partition '{}' gives no less than {}", nodes,
                                 partition.name, least->value),
                     set_by("min_nodes", *least)});
  if (on_gpus && rung.ranks_per_node > gpus_per_node(partition))
    found.push_back(
        {fmt::format("asks for {} a node, and a node of partition '{}' has {}",
                     counted(rung.ranks_per_node, "GPU"), partition.name, gpus_per_node(partition)),
         set_by("gpus_per_node", *partition.gpus_per_node)});
  if (const auto& least = partition.min_gpus; on_gpus && least && world_size(rung) < least->value)
    found.push_back({fmt::format("asks for {}, and partition '{}' gives no less than {}",
                                 counted(world_size(rung), "GPU"), partition.name, least->value),
                     set_by("min_gpus", *least)});
  if (const auto& most = partition.max_gpus; on_gpus && most && world_size(rung) > most->value)
    found.push_back(
        {at_most(counted(world_size(rung), "GPU"), partition, most->value), set_by("max_gpus", *most)});
  return found;
}

bool allows(const Partition& partition, std::chrono::seconds time_limit) {
  return !partition.max_time || time_limit <= partition.max_time->value;
}

bool fills_nodes(const Partition& partition, const Rung& rung, int cpus_per_task) {
  if (rung.device == DeviceKind::gpu) return rung.ranks_per_node >= gpus_per_node(partition);
  return rung.ranks_per_node * cpus_per_task >= partition.cores_per_node.value;
}

}  // namespace scalegen

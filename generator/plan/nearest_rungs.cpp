#include "generator/plan/nearest_rungs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "generator/plan/partition_limits.hpp"

namespace scalegen {
namespace {

int ranks_that_fit(const Partition& partition, DeviceKind device, int cpus_per_task) {
  return device == DeviceKind::gpu ? gpus_per_node(partition)
                                   : partition.cores_per_node.value / cpus_per_task;
}

/// As many ranks on each node as reach the wanted number: 6gpu becomes 2x3gpu rather than 2x4gpu.
Rung spread_evenly(const Partition& partition, const Rung& rung, int wanted) {
  Rung even = rung;
  even.ranks_per_node = (wanted + rung.nodes - 1) / rung.nodes;
  return even.ranks_per_node < rung.ranks_per_node && refusals(partition, even).empty() ? even : rung;
}

/// The wanted ranks on this partition's nodes, with as many nodes as it allows.
std::optional<Rung> closest_on(const Partition& partition, const Rung& wanted, int cpus_per_task) {
  const int fit = ranks_that_fit(partition, wanted.device, cpus_per_task);
  if (fit < 1) return std::nullopt;
  Rung rung = wanted;
  rung.ranks_per_node = std::min(wanted.ranks_per_node, fit);
  int least = partition.min_nodes ? partition.min_nodes->value : 1;
  if (wanted.device == DeviceKind::gpu && partition.min_gpus)
    least = std::max(least, (partition.min_gpus->value + rung.ranks_per_node - 1) / rung.ranks_per_node);
  int most = most_nodes(partition).value;
  if (wanted.device == DeviceKind::gpu && partition.max_gpus)
    most = std::min(most, partition.max_gpus->value / rung.ranks_per_node);
  if (most < least) return std::nullopt;
  const int enough = (world_size(wanted) + rung.ranks_per_node - 1) / rung.ranks_per_node;
  rung.nodes = std::clamp(enough, least, most);
  rung = spread_evenly(partition, rung, world_size(wanted));
  rung.name = short_name(rung);
  return rung;
}

}  // namespace

std::string short_name(const Rung& rung) {
  const auto ranks = fmt::format("{}{}", rung.ranks_per_node, rung.device == DeviceKind::gpu ? "gpu" : "cpu");
  return rung.nodes == 1 ? ranks : fmt::format("{}x{}", rung.nodes, ranks);
}

std::vector<std::string> nearest_rungs(const std::vector<const Partition*>& partitions, const Rung& rung,
                                       int cpus_per_task) {
  const int wanted = world_size(rung);
  std::optional<Rung> below;
  std::optional<Rung> above;
  for (const auto* partition : partitions) {
    const auto near = closest_on(*partition, rung, cpus_per_task);
    if (!near) continue;
    auto& side = world_size(*near) <= wanted ? below : above;
    const auto distance = [&](const Rung& r) { return std::abs(world_size(r) - wanted); };
    if (!side || distance(*near) < distance(*side)) side = near;
  }
  std::vector<std::string> names;
  if (below) names.push_back(below->name);
  if (above) names.push_back(above->name);
  return names;
}

}  // namespace scalegen

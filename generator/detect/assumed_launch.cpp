#include "generator/detect/assumed_launch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scalegen {
namespace {

const DetectedPartition* first_open(const DetectedCluster& cluster, bool with_gpus) {
  const auto& all = cluster.partitions;
  const auto found = std::find_if(all.begin(), all.end(), [&](const DetectedPartition& p) {
    return p.reason.empty() && (p.kind.gpus > 0) == with_gpus;
  });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> ladder_on(const DetectedPartition& p) {
  const auto* const unit = p.kind.gpus > 0 ? "gpu" : "cpu";
  const int a_node = p.kind.gpus > 0 ? p.kind.gpus : std::min(4, p.kind.cores);
  const int least = p.min_nodes.value_or(1);
  std::vector<std::string> rungs;
  for (int ranks = 1; least == 1 && ranks < a_node; ranks *= 2)
    rungs.push_back(fmt::format("{}{}", ranks, unit));
  rungs.push_back(least == 1 ? fmt::format("{}{}", a_node, unit)
                             : fmt::format("{}x{}{}", least, a_node, unit));
  if (2 * least <= p.max_nodes.value_or(p.kind.nodes))
    rungs.push_back(fmt::format("{}x{}{}", 2 * least, a_node, unit));
  return rungs;
}

int least_cores_per_gpu(const DetectedCluster& cluster) {
  std::optional<int> least;
  for (const auto& p : cluster.partitions)
    if (p.kind.gpus > 0 && p.reason.empty())
      least = std::min(least.value_or(p.kind.cores), p.kind.cores / p.kind.gpus);
  return std::max(1, least.value_or(1));
}

/// AMD's are called mi250, mi300a and so on.
bool is_amd(const std::string& gpu_type) {
  return gpu_type.size() > 2 && gpu_type.starts_with("mi") && gpu_type[2] >= '0' && gpu_type[2] <= '9';
}

}  // namespace

AssumedLaunch assume_launch(const DetectedCluster& cluster) {
  const auto* const gpus = first_open(cluster, true);
  const auto* const cores = first_open(cluster, false);
  AssumedLaunch launch{.monitor = "none"};
  if (const auto* const cpu_nodes = cores != nullptr ? cores : gpus; cpu_nodes != nullptr)
    launch.cpus_per_cpu_rank = std::max(1, cpu_nodes->kind.cores / 4);
  if (const auto* const first = gpus != nullptr ? gpus : cores; first != nullptr)
    launch.ladder = ladder_on(*first);
  if (gpus == nullptr) return launch;
  launch.cpus_per_gpu_rank = least_cores_per_gpu(cluster);
  launch.monitor = is_amd(gpus->kind.gpu_type) ? "rocm-smi" : "nvidia-smi";
  return launch;
}

}  // namespace scalegen

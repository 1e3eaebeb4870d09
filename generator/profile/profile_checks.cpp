#include "generator/profile/profile_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/rung.hpp"
#include "core/units.hpp"
#include "generator/sweep_file/source_location.hpp"

namespace scalegen {

namespace {

std::string memory_text(std::int64_t mib) {
  return mib % 1024 == 0 ? fmt::format("{} GiB", mib / 1024) : fmt::format("{} MiB", mib);
}

/// As a person writes it.
std::string short_text(std::int64_t mib) {
  return mib % 1024 == 0 ? fmt::format("{}G", mib / 1024) : fmt::format("{}M", mib);
}

void check_least_nodes(const Partition& p, Diagnostics& errors) {
  if (!p.min_nodes) return;
  const auto refuse = [&](std::string_view key, const Located<int>& limit, std::string_view verb) {
    if (!limit.location.file || p.min_nodes->value <= limit.value) return;
    errors.push_back(error_at(p.min_nodes->location,
                              fmt::format("partition '{}' gives a job no less than {}, and {} {}", p.name,
                                          counted(p.min_nodes->value, "node"), verb, limit.value),
                              "", {cite_limit(key, limit)}));
  };
  if (p.max_nodes) refuse("max_nodes", *p.max_nodes, "no more than");
  refuse("nodes", p.nodes, "has");
}

void check_most_nodes(const Partition& p, Diagnostics& errors) {
  if (!p.max_nodes || !p.nodes.location.file || p.max_nodes->value <= p.nodes.value) return;
  errors.push_back(error_at(p.max_nodes->location,
                            fmt::format("partition '{}' gives a job up to {}, and has {}", p.name,
                                        counted(p.max_nodes->value, "node"), p.nodes.value),
                            "", {cite_limit("nodes", p.nodes)}));
}

/// What a job takes at least, against what all nodes that it may have hold.
void check_least(const Partition& p, const std::optional<Located<int>>& least, int a_node,
                 std::string_view what, Diagnostics& errors) {
  if (!least || !p.nodes.location.file) return;
  const auto& nodes = p.max_nodes ? *p.max_nodes : p.nodes;
  const auto all = static_cast<std::int64_t>(a_node) * nodes.value;
  if (least->value <= all) return;
  errors.push_back(error_at(least->location,
                            fmt::format("partition '{}' gives a job no less than {}, and no more than {}",
                                        p.name, counted(least->value, what), all),
                            "", {cite_limit(p.max_nodes ? "max_nodes" : "nodes", nodes)}));
}

void check_most_gpus(const Partition& p, Diagnostics& errors) {
  if (!p.max_gpus) return;
  if (!p.gpus_per_node) {
    errors.push_back(error_at(p.max_gpus->location,
                              fmt::format("partition '{}' has no GPUs to limit", p.name),
                              "add 'gpus_per_node:'"));
    return;
  }
  const int nodes = p.min_nodes ? p.min_nodes->value : 1;
  const auto least = static_cast<std::int64_t>(nodes) * (p.whole_nodes ? p.gpus_per_node->value : 1);
  if (p.max_gpus->value >= least) return;
  const auto& why = p.whole_nodes ? *p.gpus_per_node : *p.min_nodes;
  errors.push_back(error_at(p.max_gpus->location,
                            fmt::format("partition '{}' gives a job up to {}, and no less than {}", p.name,
                                        counted(p.max_gpus->value, "GPU"), least),
                            "", {cite_limit(p.whole_nodes ? "gpus_per_node" : "min_nodes", why)}));
}

void check_most_units(const Partition& p, Diagnostics& errors) {
  if (!p.max_units || p.billing) return;
  errors.push_back(error_at(p.max_units->location, fmt::format("partition '{}' has no bill to limit", p.name),
                            "add billing: {units: \"nodes * 256\", unit: billing units}"));
}

/// What of a node the rule counts: its cores, its GPUs, or the node itself.
std::optional<Located<int>> counted_by(const Partition& p) {
  switch (p.memory.of) {
    case MemoryRule::Of::node:
      return Located<int>{1, p.memory.location};
    case MemoryRule::Of::core:
      return p.cores_per_node;
    case MemoryRule::Of::gpu:
      return p.gpus_per_node;
    case MemoryRule::Of::site:
    case MemoryRule::Of::refused:
      break;
  }
  return std::nullopt;
}

std::string total_text(const Partition& p, int count) {
  const auto each = memory_text(p.memory.mib);
  if (p.memory.of == MemoryRule::Of::node) return each + " a node are";
  const auto* const noun = p.memory.of == MemoryRule::Of::core ? "core" : "GPU";
  return fmt::format("{} with {} each are {}, and that is", counted(count, noun), each,
                     memory_text(p.memory.mib * count));
}

void check_memory(const Partition& p, Diagnostics& errors) {
  if (p.memory.of == MemoryRule::Of::gpu && !p.gpus_per_node)
    errors.push_back(error_at(p.memory.location, fmt::format("partition '{}' has no GPUs to count", p.name),
                              "write memory: {per_node: ...} or {per_core: ...}"));
  const auto count = counted_by(p);
  if (!count || !count->location.file || !p.memory_per_node) return;
  const auto& [most, location] = *p.memory_per_node;
  if (p.memory.mib * count->value <= most) return;
  errors.push_back(error_at(p.memory.location,
                            fmt::format("{} more than a node of partition '{}' has: {}",
                                        total_text(p, count->value), p.name, memory_text(most)),
                            "", {cite_limit(location, "memory_per_node", short_text(most))}));
}

}  // namespace

void check_partition(const Partition& partition, Diagnostics& errors) {
  check_least_nodes(partition, errors);
  check_most_nodes(partition, errors);
  check_least(partition, partition.min_gpus, gpus_per_node(partition), "GPU", errors);
  check_least(partition, partition.min_cores, partition.cores_per_node.value, "core", errors);
  check_most_gpus(partition, errors);
  check_most_units(partition, errors);
  check_memory(partition, errors);
}

namespace {

/// What keeps a job of this shape from a partition, or nothing.
std::optional<std::string> refusal(const RungSpec& rung, const Partition& p, const Profile& profile) {
  const bool on_gpus = rung.unit == RungSpec::Unit::gpu_ranks;
  if (p.min_nodes && rung.nodes < p.min_nodes->value) return cite_limit("min_nodes", *p.min_nodes);
  if (p.max_nodes && rung.nodes > p.max_nodes->value) return cite_limit("max_nodes", *p.max_nodes);
  if (rung.nodes > p.nodes.value) return cite_limit("nodes", p.nodes);
  if (rung.unit == RungSpec::Unit::whole_nodes) return std::nullopt;
  if (on_gpus && rung.ranks_per_node > gpus_per_node(p)) return cite_limit("gpus_per_node", *p.gpus_per_node);
  if (on_gpus && p.min_gpus && rung.nodes * rung.ranks_per_node < p.min_gpus->value)
    return cite_limit("min_gpus", *p.min_gpus);
  if (on_gpus && p.max_gpus && rung.nodes * rung.ranks_per_node > p.max_gpus->value)
    return cite_limit("max_gpus", *p.max_gpus);
  const int cpus = on_gpus ? profile.cpus_per_gpu_rank : profile.cpus_per_cpu_rank;
  if (static_cast<std::int64_t>(rung.ranks_per_node) * cpus > p.cores_per_node.value)
    return fmt::format("{}, and a rank takes {}", cite_limit("cores_per_node", p.cores_per_node),
                       counted(cpus, "core"));
  return std::nullopt;
}

void check_rung(const Located<std::string>& name, const Profile& profile, Diagnostics& errors) {
  const auto rung = parse_rung(name.value);
  if (!rung) return;
  std::vector<std::string> refusals;
  for (const auto& partition : profile.partitions) {
    if (!partition.chosen || (rung->unit == RungSpec::Unit::gpu_ranks && !partition.gpus_per_node)) continue;
    auto refused = refusal(*rung, partition, profile);
    if (!refused) return;
    refusals.push_back(fmt::format("partition '{}': {}", partition.name, *refused));
  }
  std::string hint = refusals.empty() ? "partitions with 'chosen: no' are left out" : "";
  errors.push_back(error_at(name.location, fmt::format("no partition can give the rung '{}'", name.value),
                            std::move(hint), std::move(refusals)));
}

}  // namespace

void check_cpus_per_gpu_rank(const Located<int>& cpus, const Profile& profile, Diagnostics& errors) {
  std::vector<std::string> too_small;
  for (const auto& p : profile.partitions) {
    if (!p.gpus_per_node) continue;
    if (static_cast<std::int64_t>(p.gpus_per_node->value) * cpus.value <= p.cores_per_node.value) return;
    too_small.push_back(fmt::format("partition '{}' has {} a node: {}", p.name,
                                    counted(p.gpus_per_node->value, "GPU"),
                                    cite_limit("cores_per_node", p.cores_per_node)));
  }
  if (too_small.empty()) return;
  errors.push_back(
      error_at(cpus.location,
               fmt::format("with {} for each GPU no node can use all its GPUs", counted(cpus.value, "core")),
               "", std::move(too_small)));
}

void check_ladder(const Profile& profile, Diagnostics& errors) {
  const auto& partitions = profile.partitions;
  const bool all_read = std::all_of(partitions.begin(), partitions.end(), [](const Partition& p) {
    return p.nodes.location.file && p.cores_per_node.location.file;
  });
  if (profile.scheduler != SchedulerKind::slurm || partitions.empty() || !all_read) return;
  for (const auto& rung : profile.ladder) check_rung(rung, profile, errors);
}

}  // namespace scalegen

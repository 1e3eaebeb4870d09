#include "generator/profile/profile_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/rung.hpp"
#include "core/source_location.hpp"
#include "core/units.hpp"

namespace scalegen {

namespace {

using Mistake = std::optional<Diagnostic>;

bool is_given(const Located<int>& number) { return number.location.file != nullptr; }

Mistake check_min_nodes(const Partition& p, std::string_view key, const Located<int>& limit,
                        std::string_view verb) {
  if (!p.min_nodes || !is_given(limit) || p.min_nodes->value <= limit.value) return std::nullopt;
  return error_at(p.min_nodes->location,
                  fmt::format("partition '{}' gives a job no less than {}, but {} {}", p.name,
                              counted(p.min_nodes->value, "node"), verb, limit.value),
                  "", {cite_limit(key, limit)});
}

Mistake check_min_nodes_of_job(const Partition& p) {
  return p.max_nodes ? check_min_nodes(p, "max_nodes", *p.max_nodes, "no more than") : std::nullopt;
}

Mistake check_min_nodes_of_all(const Partition& p) { return check_min_nodes(p, "nodes", p.nodes, "has"); }

Mistake check_max_nodes(const Partition& p) {
  if (!p.max_nodes || !is_given(p.nodes) || p.max_nodes->value <= p.nodes.value) return std::nullopt;
  return error_at(p.max_nodes->location,
                  fmt::format("partition '{}' gives a job up to {}, but has {}", p.name,
                              counted(p.max_nodes->value, "node"), p.nodes.value),
                  "", {cite_limit("nodes", p.nodes)});
}

/// Compares the least amount of a job with what all nodes that it may have hold.
Mistake check_least(const Partition& p, const std::optional<Located<int>>& least, int per_node,
                    std::string_view what) {
  if (!least || !is_given(p.nodes)) return std::nullopt;
  const auto& nodes = most_nodes(p);
  const auto all = static_cast<std::int64_t>(per_node) * nodes.value;
  if (least->value <= all) return std::nullopt;
  return error_at(least->location,
                  fmt::format("partition '{}' gives a job no less than {}, but no more than {}", p.name,
                              counted(least->value, what), all),
                  "", {cite_limit(p.max_nodes ? "max_nodes" : "nodes", nodes)});
}

Mistake check_min_gpus(const Partition& p) { return check_least(p, p.min_gpus, gpus_per_node(p), "GPU"); }

Mistake check_min_cores(const Partition& p) {
  return check_least(p, p.min_cores, p.cores_per_node.value, "core");
}

Mistake check_max_gpus(const Partition& p) {
  if (!p.max_gpus) return std::nullopt;
  if (!p.gpus_per_node)
    return error_at(p.max_gpus->location, fmt::format("partition '{}' has no GPUs to limit", p.name),
                    "add 'gpus_per_node:'");
  const int nodes = p.min_nodes ? p.min_nodes->value : 1;
  const auto least = static_cast<std::int64_t>(nodes) * (p.whole_nodes ? p.gpus_per_node->value : 1);
  if (p.max_gpus->value >= least) return std::nullopt;
  const auto& why = p.whole_nodes ? *p.gpus_per_node : *p.min_nodes;
  return error_at(p.max_gpus->location,
                  fmt::format("partition '{}' gives a job up to {}, but no less than {}", p.name,
                              counted(p.max_gpus->value, "GPU"), least),
                  "", {cite_limit(p.whole_nodes ? "gpus_per_node" : "min_nodes", why)});
}

Mistake check_max_units(const Partition& p) {
  if (!p.max_units || p.billing) return std::nullopt;
  return error_at(p.max_units->location, fmt::format("partition '{}' has no bill to limit", p.name),
                  "add billing: {units: \"nodes * 256\", unit: billing units}");
}

Mistake check_memory_per_gpu(const Partition& p) {
  if (p.memory.kind != MemoryRule::Kind::per_gpu || p.gpus_per_node) return std::nullopt;
  return error_at(p.memory.location, fmt::format("partition '{}' has no GPUs to count", p.name),
                  "write memory: {per_node: ...} or {per_core: ...}");
}

/// The number of the rule's units that a node has: its cores, its GPUs, or 1.
std::optional<Located<int>> counted_by(const Partition& p) {
  using Kind = MemoryRule::Kind;
  if (p.memory.kind == Kind::per_node) return Located<int>{1, p.memory.location};
  if (p.memory.kind == Kind::per_core) return p.cores_per_node;
  return p.memory.kind == Kind::per_gpu ? p.gpus_per_node : std::nullopt;
}

std::string total_text(const Partition& p, int count) {
  const auto each = exact_memory_in_words(p.memory.mib);
  if (p.memory.kind == MemoryRule::Kind::per_node) return each + " a node are";
  const auto* const noun = p.memory.kind == MemoryRule::Kind::per_core ? "core" : "GPU";
  return fmt::format("{} with {} each are {}, and that is", counted(count, noun), each,
                     exact_memory_in_words(p.memory.mib * count));
}

Mistake check_memory_per_node(const Partition& p) {
  const auto count = counted_by(p);
  if (!count || !is_given(*count) || !p.memory_per_node) return std::nullopt;
  const auto& [most, location] = *p.memory_per_node;
  if (p.memory.mib * count->value <= most) return std::nullopt;
  return error_at(p.memory.location,
                  fmt::format("{} more than a node of partition '{}' has: {}", total_text(p, count->value),
                              p.name, exact_memory_in_words(most)),
                  "", {cite_limit(location, "memory_per_node", memory_text(most))});
}

/// Returns why a partition cannot run the rung, or nullopt if it can.
std::optional<std::string> refusal(const RungSpec& rung, const Partition& p, int cpus) {
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
  if (static_cast<std::int64_t>(rung.ranks_per_node) * cpus > p.cores_per_node.value)
    return fmt::format("{}, and a rank takes {}", cite_limit("cores_per_node", p.cores_per_node),
                       counted(cpus, "core"));
  return std::nullopt;
}

Mistake check_rung(const Located<std::string>& name, const Profile& profile, int cpus_per_cpu_rank) {
  const auto rung = parse_rung(name.value);
  if (!rung) return std::nullopt;
  std::vector<std::string> refusals;
  for (const auto& partition : profile.partitions) {
    const bool on_gpus = rung->unit == RungSpec::Unit::gpu_ranks;
    if (!partition.chosen || (on_gpus && !partition.gpus_per_node)) continue;
    auto refused = refusal(*rung, partition, on_gpus ? profile.cpus_per_gpu_rank : cpus_per_cpu_rank);
    if (!refused) return std::nullopt;
    refusals.push_back(fmt::format("partition '{}': {}", partition.name, *refused));
  }
  std::string hint = refusals.empty() ? "partitions with 'chosen: no' are left out" : "";
  return error_at(name.location, fmt::format("no partition can run the rung '{}'", name.value),
                  std::move(hint), std::move(refusals));
}

}  // namespace

Diagnostics check_partition(const Partition& partition) {
  Diagnostics mistakes;
  for (const auto check :
       {check_min_nodes_of_job, check_min_nodes_of_all, check_max_nodes, check_min_gpus, check_min_cores,
        check_max_gpus, check_max_units, check_memory_per_gpu, check_memory_per_node})
    if (auto mistake = check(partition)) mistakes.push_back(std::move(*mistake));
  return mistakes;
}

Diagnostics check_cpus_per_gpu_rank(const Located<int>& cpus, const Profile& profile) {
  std::vector<std::string> too_small;
  for (const auto& p : profile.partitions) {
    if (!p.gpus_per_node) continue;
    if (static_cast<std::int64_t>(p.gpus_per_node->value) * cpus.value <= p.cores_per_node.value) return {};
    too_small.push_back(fmt::format("partition '{}' has {} a node: {}", p.name,
                                    counted(p.gpus_per_node->value, "GPU"),
                                    cite_limit("cores_per_node", p.cores_per_node)));
  }
  if (too_small.empty()) return {};
  return {
      error_at(cpus.location,
               fmt::format("with {} for each GPU no node can use all its GPUs", counted(cpus.value, "core")),
               "", std::move(too_small))};
}

Diagnostics check_ladder(const Profile& profile) {
  const auto& partitions = profile.partitions;
  const bool all_read = std::ranges::all_of(
      partitions, [](const Partition& p) { return is_given(p.nodes) && is_given(p.cores_per_node); });
  if (!traits_of(profile.scheduler).has_partitions || partitions.empty() || !all_read) return {};
  Diagnostics mistakes;
  for (const auto& rung : profile.ladder)
    if (auto mistake = check_rung(rung, profile, profile.cpus_per_cpu_rank))
      mistakes.push_back(std::move(*mistake));
  for (const auto& rung : profile.cpu_ladder)
    if (auto mistake = check_rung(rung, profile, 1)) mistakes.push_back(std::move(*mistake));
  return mistakes;
}

}  // namespace scalegen

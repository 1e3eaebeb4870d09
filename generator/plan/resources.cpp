#include "generator/plan/resources.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/sbatch_option.hpp"
#include "core/units.hpp"
#include "generator/plan/partitions.hpp"

namespace scalegen::plan {
namespace {

/// The option by which a job asks for memory, and how much that is on each of its nodes.
struct MemoryRequest {
  std::string option{};                        // --mem=440G; empty: none
  std::optional<std::int64_t> mib_per_node{};  // nullopt: the site's default, which is not known
};

MemoryRequest memory_per_node(std::int64_t mib) { return {"--mem=" + memory_text(mib), mib}; }

/// The request of the sweep file, or else the one by the partition's rule.
MemoryRequest memory_request(const Partition& partition, const Resources& resources,
                             const std::optional<MemoryRule>& requested) {
  using Memory = MemoryRule::Kind;
  const bool is_asked = requested && partition.memory.kind != Memory::refused;
  const auto& rule = is_asked ? *requested : partition.memory;
  switch (rule.kind) {
    case Memory::per_node:
      return memory_per_node(rule.mib);
    case Memory::per_core:
      return {"--mem-per-cpu=" + memory_text(rule.mib),
              rule.mib * resources.tasks_per_node * resources.cpus_per_task};
    case Memory::per_gpu:  // ranks on cores get what one GPU would bring
      if (resources.gpus_per_node == 0) return memory_per_node(rule.mib);
      return {"--mem-per-gpu=" + memory_text(rule.mib), rule.mib * resources.gpus_per_node};
    case Memory::refused:
      return {"", partition.whole_nodes && partition.memory_per_node
                      ? std::optional(partition.memory_per_node->value)
                      : std::nullopt};
    case Memory::site_default:
      break;
  }
  return {};
}

/// Adds what the partition sets: name, constraint, QoS, memory, whole nodes.
void apply_partition(Resources& resources, const ResolvedRung& rung, const RunDefaults& defaults) {
  if (rung.partition == nullptr) return;
  const auto& partition = *rung.partition;
  if (partition.named) resources.partition = partition.slurm_name;
  if (!partition.known) resources.partition = defaults.partition;
  resources.constraint = partition.constraint;
  resources.qos = partition.qos;
  if (rung.device == DeviceKind::gpu)
    resources.gpu_type = defaults.gpu_type.empty() ? partition.gpu_type : defaults.gpu_type;
  resources.node_kind = rung.node_kind;
  resources.architecture = partition.architecture;
  resources.whole_nodes = partition.whole_nodes || defaults.exclusive;
  resources.has_threads = partition.threads_per_core > 1;
  resources.fills_nodes = fills_nodes(partition, rung, rung.cpus_per_task);
  const auto request = memory_request(partition, resources, defaults.memory);
  resources.memory_option = request.option;
  resources.memory_mib_per_node = request.mib_per_node;
}

/// Those that a job asks for, or the most that its memory needs where each brings so much: Slurm 24.11 gives
/// each task as many more, 22.05 the node. Of memory per core it multiplies the cores of a task.
int cores_on_a_node(const Resources& r, const Partition* partition) {
  const int asked = r.tasks_per_node * r.cpus_per_task;
  if (partition == nullptr || !partition->max_memory_per_core) return asked;
  const int unit = r.memory_option.starts_with("--mem-per-cpu=") ? asked : r.tasks_per_node;
  const auto most = partition->max_memory_per_core->value * unit;
  const auto needed = static_cast<int>((r.memory_mib_per_node.value_or(0) + most - 1) / most);
  return std::max(asked, needed * unit);
}

/// The cores and GPUs of all nodes of a job: those that it holds, or all that such nodes have.
Rate held_by(const Resources& r, const Partition* partition, bool are_full) {
  const double nodes = r.nodes;
  return {.core_hours = nodes * (are_full ? partition->cores_per_node.value : cores_on_a_node(r, partition)),
          .gpu_hours = nodes * (are_full ? gpus_per_node(*partition) : r.gpus_per_node)};
}

/// True if nothing is left of a node for another job: without a core, or without memory, none can run there.
bool leaves_nothing(const Resources& r, const Partition& partition) {
  const auto& memory = partition.memory_per_node;
  if (!partition.known) return false;
  return r.whole_nodes || cores_on_a_node(r, &partition) >= partition.cores_per_node.value ||
         (memory && r.memory_mib_per_node >= memory->value);
}

/// The variables of a site's billing formula, for all nodes of the job together: what Slurm gives to it.
Settings billed_resources(const Resources& r, const Partition& partition) {
  const auto held = held_by(r, &partition, r.whole_nodes);
  const auto& memory = partition.memory_per_node;
  const auto mib = r.whole_nodes && memory ? memory->value : r.memory_mib_per_node;
  Settings billed = {{"nodes", std::int64_t{r.nodes}}, {"cores", held.core_hours}, {"gpus", held.gpu_hours}};
  if (mib) billed.push_back({"memory_gib", static_cast<double>(*mib) * r.nodes / 1024.0});
  return billed;
}

double to_double(const Value& value) {
  const auto* const whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}

Diagnostic memory_refused(const Partition& partition, const SourceLocation& location) {
  const auto rule = cite(partition.memory.location);
  return error_at(
      location,
      fmt::format("partition '{}' accepts no request for memory: a job gets all memory of its nodes",
                  partition.name),
      "remove 'memory:'",
      rule ? std::vector{fmt::format("{}:{} says so", rule->file, rule->line)} : std::vector<std::string>{});
}

}  // namespace

// If ranks are not tasks of Slurm's, a node has one task with the cores of all its ranks.
Resources resources_of(const Combination& combination, Start start, const RunDefaults& defaults) {
  const auto rung = rung_of(combination);
  const auto cpus_per_rank = static_cast<int>(cpus_per_task(combination));
  const bool by_rank = start == Start::each_rank || defaults.has_task_a_rank;
  Resources resources{.nodes = rung.nodes,
                      .tasks_per_node = by_rank ? rung.ranks_per_node : 1,
                      .cpus_per_task = by_rank ? cpus_per_rank : cpus_per_rank * rung.ranks_per_node,
                      .gpus_per_node = rung.device == DeviceKind::gpu ? rung.ranks_per_node : 0,
                      .time_limit = defaults.time_limit};
  apply_partition(resources, *combination.rung, defaults);
  return resources;
}

bool gpus_fill_whole_nodes(const Resources& r) {
  return r.whole_nodes && r.fills_nodes && r.gpus_per_node > 0;
}

Rate rate_of(const Resources& r, const ResolvedRung& rung) {
  const auto* const partition = rung.partition;
  auto rate = held_by(r, partition, partition != nullptr && leaves_nothing(r, *partition));
  if (partition == nullptr || !partition->billing) return rate;
  const auto units = partition->billing->evaluate(billed_resources(r, *partition));
  if (!units) return rate;
  rate.units = to_double(*units);
  rate.unit = partition->billing_unit;
  return rate;
}

std::optional<Rate> rate_without_exclusive(const Combination& combination, Start start,
                                           RunDefaults defaults) {
  if (!defaults.is_added) return std::nullopt;
  defaults.exclusive = false;
  return rate_of(resources_of(combination, start, defaults), *combination.rung);
}

void warn_of_threads(const std::vector<Combination>& combinations, const std::vector<std::string>& options,
                     Findings& findings) {
  const auto* const own = option_for_threads(options);
  if (own == nullptr || own->ends_with("=nomultithread") || own->ends_with("=1")) return;
  const auto has_threads = [](const Combination& combination) {
    const auto* const partition = combination.rung->partition;
    return partition != nullptr && partition->threads_per_core > 1;
  };
  const auto found = std::ranges::find_if(combinations, has_threads);
  if (found == combinations.end()) return;
  const auto& partition = *found->rung->partition;
  findings.add_warning(
      {.message = fmt::format("with '{}' Slurm counts each of the {} threads of a core of partition '{}': "
                              "what a rung calls cores may be the threads of fewer",
                              *own, partition.threads_per_core, partition.name),
       .hint = "leave it out: scripts ask for whole cores"});
}

void check_memory(const Combination& combination, Start start, const RunDefaults& defaults,
                  Findings& findings) {
  if (combination.rung->partition == nullptr) return;
  const auto& partition = *combination.rung->partition;
  const auto& requested = defaults.memory;
  if (requested && partition.memory.kind == MemoryRule::Kind::refused)
    return findings.add_error_once(memory_refused(partition, requested->location));
  const auto mib = resources_of(combination, start, defaults).memory_mib_per_node;
  const auto& most = partition.memory_per_node;
  if (!mib || !most || *mib <= most->value) return;
  findings.add_error_once(error_at(
      requested ? requested->location : SourceLocation{},
      fmt::format("rung '{}' asks for {} of memory a node, but a node of partition '{}' has {}",
                  combination.rung->name, memory_text(*mib), partition.name, memory_text(most->value)),
      requested ? "" : "add 'memory:' to the sweep file, or ask for fewer cores",
      {cite_limit(most->location, "memory_per_node", memory_text(most->value))}));
}

}  // namespace scalegen::plan

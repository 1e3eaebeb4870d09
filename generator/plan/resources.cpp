#include "generator/plan/resources.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/units.hpp"
#include "generator/plan/partitions.hpp"

namespace scalegen {

namespace {

MemoryRequest of_node(std::int64_t mib) { return {"--mem=" + memory_text(mib), mib}; }

void report(Diagnostic error, Diagnostics& errors) {
  if (std::find(errors.begin(), errors.end(), error) == errors.end()) errors.push_back(std::move(error));
}

}  // namespace

MemoryRequest memory_request(const Partition& partition, const Resources& resources,
                             const std::optional<Located<std::int64_t>>& asked) {
  using Kind = MemoryRule::Kind;
  const auto& rule = partition.memory;
  if (asked && rule.kind != Kind::refused) return of_node(asked->value);
  switch (rule.kind) {
    case Kind::per_node:
      return of_node(rule.mib);
    case Kind::per_core:
      return {"--mem-per-cpu=" + memory_text(rule.mib),
              rule.mib * resources.tasks_per_node * resources.cpus_per_task};
    case Kind::per_gpu:  // ranks on cores get what one GPU would bring
      if (resources.gpus_per_node == 0) return of_node(rule.mib);
      return {"--mem-per-gpu=" + memory_text(rule.mib), rule.mib * resources.gpus_per_node};
    case Kind::refused:
      return {"", partition.whole_nodes && partition.memory_per_node
                      ? std::optional(partition.memory_per_node->value)
                      : std::nullopt};
    case Kind::site_default:
      break;
  }
  return {};
}

void check_memory(const Partition& partition, const Resources& resources, const std::string& rung,
                  const std::optional<Located<std::int64_t>>& asked, Diagnostics& errors) {
  if (asked && partition.memory.kind == MemoryRule::Kind::refused) {
    const auto place = cite(partition.memory.location);
    report(error_at(asked->location,
                    fmt::format("partition '{}' takes no request for memory: a job has all of its nodes'",
                                partition.name),
                    "remove 'memory:'",
                    place ? std::vector{fmt::format("{}:{} says so", place->file, place->line)}
                          : std::vector<std::string>{}),
           errors);
    return;
  }
  const auto request = memory_request(partition, resources, asked);
  const auto& most = partition.memory_per_node;
  if (!request.mib_per_node || !most || *request.mib_per_node <= most->value) return;
  report(error_at(
             asked ? asked->location : SourceLocation{},
             fmt::format("rung '{}' asks for {} of memory a node, and a node of partition '{}' has {}", rung,
                         memory_text(*request.mib_per_node), partition.name, memory_text(most->value)),
             asked ? "" : "add 'memory:' to the sweep file, or ask for fewer cores",
             {cite_limit(most->location, "memory_per_node", memory_text(most->value))}),
         errors);
}

namespace {

/// What the job holds of all its nodes together.
Settings held_by(const Resources& r, const Rate& rate) {
  Settings held = {{"nodes", std::int64_t{r.nodes}}, {"cores", rate.core_hours}, {"gpus", rate.gpu_hours}};
  if (r.memory_mib_per_node)
    held.push_back({"memory_gib", static_cast<double>(*r.memory_mib_per_node) * r.nodes / 1024.0});
  return held;
}

double number_of(const Value& value) {
  const auto* const whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}

}  // namespace

void place_on_partition(Resources& resources, const Step& step,
                        const std::optional<Located<std::int64_t>>& memory) {
  if (step.partition == nullptr) return;
  const auto& partition = *step.partition;
  if (partition.named) resources.partition = partition.slurm_name;
  resources.constraint = partition.constraint;
  resources.architecture = partition.architecture;
  resources.whole_nodes = partition.whole_nodes;
  resources.fills_nodes = fills_nodes(partition, step.rung, step.cpus_per_task);
  const auto request = memory_request(partition, resources, memory);
  resources.memory_option = request.option;
  resources.memory_mib_per_node = request.mib_per_node;
}

Rate rate_of(const Resources& r, const Step& step) {
  const bool whole = r.whole_nodes && step.partition != nullptr;
  const int cores = whole ? step.partition->cores_per_node.value : r.tasks_per_node * r.cpus_per_task;
  const int gpus = whole ? gpus_per_node(*step.partition) : r.gpus_per_node;
  Rate rate{.core_hours = static_cast<double>(r.nodes) * cores,
            .gpu_hours = static_cast<double>(r.nodes) * gpus};
  if (step.partition == nullptr || !step.partition->billing) return rate;
  const auto units = step.partition->billing->evaluate(held_by(r, rate));
  if (!units) return rate;
  rate.units = number_of(*units);
  rate.unit = step.partition->billing_unit;
  return rate;
}

// Where ranks are not started one by one, a node has one task with the cores of all of them.
Resources resources_of(const Combination& combination, Start start, const RunFrame& frame) {
  const auto& step = *combination.step;
  const auto cpus_per_rank = static_cast<int>(combination.cpus_per_task.value);
  const bool by_rank = start == Start::each_rank;
  Resources resources{.nodes = step.rung.nodes,
                      .tasks_per_node = by_rank ? step.rung.ranks_per_node : 1,
                      .cpus_per_task = by_rank ? cpus_per_rank : cpus_per_rank * step.rung.ranks_per_node,
                      .gpus_per_node = step.rung.device == DeviceKind::gpu ? step.rung.ranks_per_node : 0,
                      .time_limit = frame.time_limit};
  place_on_partition(resources, step, frame.memory_mib);
  return resources;
}

}  // namespace scalegen

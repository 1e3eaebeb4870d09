#include "generator/plan/allocation.hpp"

#include "generator/plan/memory.hpp"
#include "generator/plan/partition_limits.hpp"

namespace scalegen {
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
                        const std::optional<Placed<std::int64_t>>& memory) {
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

}  // namespace scalegen

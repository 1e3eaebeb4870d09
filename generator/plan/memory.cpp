#include "generator/plan/memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/units.hpp"
#include "generator/plan/partition_limits.hpp"

namespace scalegen {
namespace {

MemoryRequest of_node(std::int64_t mib) { return {"--mem=" + memory_text(mib), mib}; }

void report(Diagnostic error, Diagnostics& errors) {
  if (std::find(errors.begin(), errors.end(), error) == errors.end()) errors.push_back(std::move(error));
}

}  // namespace

MemoryRequest memory_request(const Partition& partition, const Resources& resources,
                             const std::optional<Placed<std::int64_t>>& asked) {
  using Of = MemoryRule::Of;
  const auto& rule = partition.memory;
  if (asked && rule.of != Of::refused) return of_node(asked->value);
  switch (rule.of) {
    case Of::node:
      return of_node(rule.mib);
    case Of::core:
      return {"--mem-per-cpu=" + memory_text(rule.mib),
              rule.mib * resources.tasks_per_node * resources.cpus_per_task};
    case Of::gpu:  // ranks on cores get what one GPU would bring
      if (resources.gpus_per_node == 0) return of_node(rule.mib);
      return {"--mem-per-gpu=" + memory_text(rule.mib), rule.mib * resources.gpus_per_node};
    case Of::refused:
      return {"", partition.whole_nodes && partition.memory_per_node
                      ? std::optional(partition.memory_per_node->value)
                      : std::nullopt};
    case Of::site:
      break;
  }
  return {};
}

void check_memory(const Partition& partition, const Resources& resources, const std::string& rung,
                  const std::optional<Placed<std::int64_t>>& asked, Diagnostics& errors) {
  if (asked && partition.memory.of == MemoryRule::Of::refused) {
    const auto place = place_of(partition.memory.mark);
    report(error_at(asked->mark,
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
             asked ? asked->mark : Mark{},
             fmt::format("rung '{}' asks for {} of memory a node, and a node of partition '{}' has {}", rung,
                         memory_text(*request.mib_per_node), partition.name, memory_text(most->value)),
             asked ? "" : "add 'memory:' to the sweep file, or ask for fewer cores",
             {set_by(most->mark, "memory_per_node", memory_text(most->value))}),
         errors);
}

}  // namespace scalegen

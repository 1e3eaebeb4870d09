#include "analysis/placement/placement.hpp"

#include "analysis/placement/differences.hpp"
#include "analysis/readers/nccl_log.hpp"
#include "core/files.hpp"

namespace scalegen {

std::set<std::string> nodes_of(const Placement& placement) {
  std::set<std::string> nodes;
  for (const auto& task : placement.tasks) nodes.insert(task.host);
  return nodes;
}

Placement placement_of(const Run& run, Start start, const AttemptFolder& attempt) {
  Placement placement{.tasks = read_task_places(attempt.root),
                      .gpus = read_node_gpus(read_file(attempt.environment()).value_or("")),
                      .nccl_transports = nccl_transports(attempt.root)};
  placement.differences = placement_differences(run, start, placement);
  return placement;
}

}  // namespace scalegen

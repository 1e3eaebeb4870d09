#include "analysis/placement/placement.hpp"

#include "analysis/placement/differences.hpp"
#include "analysis/readers/nccl_log.hpp"
#include "core/files.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

std::set<std::string> nodes_of(const Placement& placement) {
  std::set<std::string> nodes;
  for (const auto& task : placement.tasks) nodes.insert(task.host);
  return nodes;
}

Placement placement_of(const Run& run, Start start, const FilesOfAttempt& files) {
  const AttemptFolder attempt{files.folder};
  Placement placement{.tasks = read_task_places(files),
                      .gpus = read_node_gpus(read_file(attempt.environment()).value_or("")),
                      .nccl_transports = nccl_transports(files)};
  placement.differences = placement_differences(run, start, placement);
  return placement;
}

}  // namespace scalegen

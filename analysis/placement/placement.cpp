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

namespace {

// Thousands of CPU runs need not be read for what they do not use.
std::vector<NodeGpu> gpus_of(const Run& run, const AttemptFolder& attempt) {
  if (run.resources.gpus_per_node == 0) return {};
  return read_node_gpus(read_file(attempt.environment()).value_or(""));
}

}  // namespace

Placement placement_of(const Run& run, Start start, const FilesOfAttempt& files) {
  const AttemptFolder attempt{files.folder};
  Placement placement{.tasks = read_task_places(files),
                      .gpus = gpus_of(run, attempt),
                      .nccl_transports = nccl_transports(files)};
  placement.differences = placement_differences(run, start, placement);
  return placement;
}

}  // namespace scalegen

#include "analysis/placement/asked.hpp"

#include <fmt/format.h>

namespace scalegen {

AskedPlacement asked_by(const Run& run, Start start) {
  const bool by_rank = start == Start::each_rank;
  const auto& rung = run.rung;
  return {.nodes = start == Start::once ? 1 : rung.nodes,
          .tasks_per_node = by_rank ? rung.ranks_per_node : 1,
          .ranks_per_task = by_rank ? 1 : rung.ranks_per_node,
          .cores_per_task = run.resources.cpus_per_task,
          .gpus = run.resources.gpus_per_node > 0,
          .task = by_rank                     ? "rank"
                  : start == Start::each_node ? "torchrun"
                                              : "command"};
}

std::string name_of(const AskedPlacement& asked, const TaskPlace& task) {
  const auto number = task.rank ? fmt::format(" {}", *task.rank) : "";
  return fmt::format("{}{} on {}", asked.task, number, task.host);
}

}  // namespace scalegen

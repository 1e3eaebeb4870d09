#pragma once
#include <string>

#include "analysis/readers/task_places.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// The placement that a run asks for, in tasks of its command: its ranks, a torchrun a node, or the one that
/// starts all others.
struct AskedPlacement {
  int nodes = 1;
  int tasks_per_node = 1;
  int ranks_per_task = 1;
  int cores_per_task = 1;
  bool gpus = false;
  std::string task{};  // what people call one
};

AskedPlacement asked_by(const Run& run, Start start);

/// "rank 3 on n1", "torchrun on n1"
std::string name_of(const AskedPlacement& asked, const TaskPlace& task);

}  // namespace scalegen

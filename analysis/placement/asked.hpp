#pragma once
#include <string>
#include <vector>

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

// How texts name tasks.

/// "rank 3 on n1", "torchrun on n1"
std::string name_of(const AskedPlacement& asked, const TaskPlace& task);

/// All of a few; of many the first: what differs on a thousand ranks is one difference.
std::string some_of(const std::vector<std::string>& all);

}  // namespace scalegen

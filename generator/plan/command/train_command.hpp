#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/combinations.hpp"

namespace scalegen {

/// How a workload of scalegen-train is started.
struct TrainProgram {
  std::string path{};
  std::string data{};  // for --data
  bool by_torchrun = false;
};

/// argv of one run: each rank's own, or of torchrun's, once a node.
std::vector<std::string> train_command(const TrainProgram& program, const Workload& workload,
                                       const Combination& combination, const PlanHead& head);

}  // namespace scalegen

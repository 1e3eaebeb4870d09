#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/combinations.hpp"

namespace scalegen {

/// What all runs of a sweep share.
struct RunFrame {
  const Workload& workload;
  std::string program{};
  std::string data{};  // for --data
  std::chrono::seconds time_limit{};
  std::optional<Placed<std::int64_t>> memory_mib{};  // of a node; none: as the partition has it
};

/// Adds the runs to a plan whose head is filled in, and a job for each. Each round runs every combination
/// once, in an order of its own, so that drift does not look like scaling.
void add_runs(const RunFrame& frame, const std::vector<Combination>& combinations, Plan& plan);

}  // namespace scalegen

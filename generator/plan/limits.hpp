#pragma once
#include <chrono>
#include <vector>

#include "core/machine.hpp"
#include "generator/plan/ladder.hpp"

namespace scalegen {

/// What a rank of a rung gets in some of its runs.
struct RankCores {
  const Step* step = nullptr;
  Placed<std::int64_t> cpus_per_task{};
};

/// Reports what the machine or the partition of a rung cannot give: nodes, GPUs, cores, time.
void check_limits(const std::vector<Step>& steps, const std::vector<RankCores>& cores, const Machine& machine,
                  const Placed<std::chrono::seconds>& time_limit, Diagnostics& errors);

}  // namespace scalegen

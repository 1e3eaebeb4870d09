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

/// Reports what this machine cannot give of a rung, and what its partition cannot give of cores and time;
/// nodes and GPUs were judged when the partition was chosen.
void check_limits(const std::vector<Step>& steps, const std::vector<RankCores>& cores, const Machine& machine,
                  const Placed<std::chrono::seconds>& time_limit, Diagnostics& errors);

}  // namespace scalegen

#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/combinations.hpp"

namespace scalegen {

/// What all runs of a sweep ask for.
struct RunFrame {
  std::chrono::seconds time_limit{};
  std::optional<Placed<std::int64_t>> memory_mib{};  // of a node; none: as the partition has it
};

/// What a run of a combination asks for, by how its program is started.
Resources resources_of(const Combination& combination, Start start, const RunFrame& frame);

/// Adds the runs to a plan whose head is filled in, and a job for each. Each round runs every combination
/// once, in an order of its own, so that drift does not look like scaling.
void add_runs(std::vector<Combination> combinations, const RunFrame& frame, Plan& plan);

}  // namespace scalegen

#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/plan/resources.hpp"

namespace scalegen {

/// The numbers 0 to count - 1 in an order that seed and round decide: the same on every machine and with
/// every library.
std::vector<std::size_t> shuffled_order(std::size_t count, std::int64_t seed, int round);

/// Adds a round to a plan: each combination once, in the order that the plan's seed and the round decide, and
/// a job for each. The ids of combinations have no round yet: "2gpu" becomes "2gpu-r3".
void add_round(const std::vector<Run>& combinations, int round, Plan& plan);

/// Adds the runs to a plan whose head is filled in, and a job for each. Each round runs every combination
/// once, in an order of its own, so that drift does not look like scaling.
void add_runs(std::vector<Combination> combinations, const RunFrame& frame, Plan& plan);

/// The plan with further rounds, up to `rounds` of them, and a job for each of their runs. Nothing is
/// resolved again: they repeat the runs of round 1 as they stand there, in the order that these rounds would
/// have had in a plan of so many from the beginning. An error where runs of round 1 are not called and
/// submitted as make_runs does it.
Result<Plan> extend_plan(Plan plan, int rounds);

}  // namespace scalegen

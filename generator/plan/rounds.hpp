#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/plan/resources.hpp"

namespace scalegen::plan {

/// The numbers 0 to count - 1 in an order that depends on seed and round alone: the same on every machine and
/// with every standard library.
std::vector<std::size_t> shuffled_order(std::size_t count, std::int64_t seed, int round);

/// Adds the runs to a plan whose head is filled in, and a job for each. Each round runs every combination
/// once, in a shuffled order of its own, so that drift does not look like scaling.
void add_runs(std::vector<Combination> combinations, const RunDefaults& defaults, Plan& plan);

/// The plan with further rounds, up to `repeats` of them, and a job for each of their runs. They repeat the
/// runs that are there, in the order that a plan of so many rounds would have had from the beginning; nothing
/// is resolved again. Fails if the runs of round 1 have not the names and jobs that add_runs() gives.
Result<Plan> extend_plan(Plan plan, int repeats);

/// The plan in which each of these combinations, which it does not have, runs as often as all others do.
/// `added` is a run of each. They are measured in rounds of their own, together with the baseline for the
/// same values of the axes: a run compares with one of its own round alone. Fails as extend_plan() does.
Result<Plan> add_later(Plan plan, const std::vector<Run>& added);

}  // namespace scalegen::plan

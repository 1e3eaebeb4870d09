#pragma once
#include <chrono>
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/combinations.hpp"

namespace scalegen {

/// Adds the runs to a plan whose head is filled in, and a job for each. Each round runs every combination
/// once, in an order of its own, so that drift does not look like scaling.
void add_runs(const std::vector<Combination>& combinations, std::chrono::seconds time_limit, Plan& plan);

}  // namespace scalegen

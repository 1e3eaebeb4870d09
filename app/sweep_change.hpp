#pragma once
#include <string>
#include <unordered_set>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"

namespace scalegen {

// The change that a changed sweep file makes to the plan of a run directory of which some run has completed:
// further rounds and rungs, larger limits for runs without a figure, and other words for the report. `there`
// is the plan of the directory; `before` and `now` are what the old and the new sweep file come to today.

/// The first thing that has changed and may not: "1gpu: global_batch: 256 -> 512", "4gpu was removed". Empty
/// if there is none.
std::string forbidden_change(const Plan& there, const Plan& before, const Plan& now);

/// The plan with what may change. `without_figure`: the ids of runs whose limits may grow.
Result<Plan> changed_plan(const Plan& there, const Plan& before, const Plan& now,
                          const std::unordered_set<std::string>& without_figure);

/// Describes to people what a changed plan has more, a line each.
std::vector<std::string> news_of(const Plan& there, const Plan& changed);

}  // namespace scalegen

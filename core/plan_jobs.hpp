#pragma once
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/plan.hpp"

namespace scalegen {

/// The runs of a plan by their ids. It must outlive them.
using RunsById = std::unordered_map<std::string_view, const Run*>;

RunsById runs_by_id(const Plan& plan);

/// The runs of a job, in its order.
std::vector<const Run*> runs_of(const Job& job, const RunsById& runs);

/// Whether runs of the plan take turns on the nodes of a job: in all of its jobs, or in none.
bool shares_nodes(const Plan& plan);

}  // namespace scalegen

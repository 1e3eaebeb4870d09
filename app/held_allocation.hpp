#pragma once
#include <vector>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// If a plan is for an allocation that a person holds: has this very command go on on the first node of that
/// of this process, where scripts run. Returns if it is there, or no run is left; an error if there is no
/// allocation, if its cores are taken by the step that this process is in, or if it does not hold all runs.
Result<void> enter_allocation(const PlanHead& head, const std::vector<Run>& runs);

}  // namespace scalegen

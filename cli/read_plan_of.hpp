#pragma once
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// The plan of a run directory. An error where there is none.
Result<Plan> read_plan_of(const RunDirectory& directory);

}  // namespace scalegen

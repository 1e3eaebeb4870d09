#pragma once
#include <vector>

#include "core/diagnostics.hpp"
#include "runner/run_status.hpp"
#include "runner/sweep.hpp"

namespace scalegen {

/// Takes up what earlier tools and people have begun: follows what lives, judges and persists what has ended,
/// and makes pending what is due. `runs`: what was observed, in the plan's order.
Result<void> recover(Sweep& sweep, const std::vector<RunStatus>& runs);

}  // namespace scalegen

#pragma once
#include "analysis/scaling/ladder.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

// The work that the rungs of an imported table do, as far as it says its batches.

/// True if the figures of a table are those of weak scaling, though nobody said so: more rungs share the
/// batch of a rank than the global one. The time of a run does not tell, since its work is not known.
bool looks_weak(const Ladder& ladder, const Metric& metric);

/// Of times of runs each rank, or if no rung says its ranks each node, is taken to do the same work. Returns
/// an error if some rungs say their ranks and others do not.
Result<void> check_work_of_weak_scaling(const Ladder& ladder);

}  // namespace scalegen

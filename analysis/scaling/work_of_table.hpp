#pragma once
#include "analysis/scaling/ladder.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

// The work that the rungs of an imported table do, as far as it says its batches.

/// Sets the batch that follows from the other one: strong scaling compares global batches and weak scaling
/// those of ranks, whichever the table says.
void complete_batches(Ladder& ladder);

/// True if more rungs share the batch of a rank than the global one.
bool looks_weak(const Ladder& ladder);

/// Lets each rank do the same work: one sample, say. If no rung says its ranks, each node does. Returns an
/// error if some rungs say their ranks and others do not.
Result<void> set_work_of_weak_scaling(Ladder& ladder);

}  // namespace scalegen

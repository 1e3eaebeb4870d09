#pragma once
#include <vector>

#include "generator/plan/ladder.hpp"

namespace scalegen {

/// Puts the rungs of a device onto the partition of the largest of them, where that can give them: rungs that
/// are to share nodes must be in one partition. A partition with other GPUs or cores a node gets none of
/// another's: a whole node would be another rung there.
void bring_together(std::vector<Step>& steps);

}  // namespace scalegen

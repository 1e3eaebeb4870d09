#pragma once
#include "analysis/placement/placement.hpp"

namespace scalegen {

/// What differs between the placement that a run asked for and the one that it found: another number of nodes
/// or of ranks on one, fewer cores than asked, alone or together, fewer GPUs than ranks. None where nothing
/// was recorded. More than was asked is no difference: a site rounds up, or gives whole nodes.
std::vector<std::string> placement_differences(const Run& run, Start start, const Placement& found);

}  // namespace scalegen

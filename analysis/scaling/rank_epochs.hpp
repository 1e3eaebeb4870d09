#pragma once
#include <vector>

#include "analysis/scaling/ladder.hpp"

namespace scalegen {

/// If each rank prints its figures, a run has as many matches an epoch as it has ranks: in a ladder, matches
/// by ranks then agree better than matches. Gives each epoch of such runs the median of its ranks; none if
/// their order does not tell which matches are of one epoch.
void fold_ranks(std::vector<Ladder>& ladders, const PlanHead& head);

}  // namespace scalegen

#pragma once
#include <vector>

#include "generator/plan/combinations.hpp"

namespace scalegen {

/// Reports global batches that the ranks of a rung cannot share evenly, each where it stands, for the first
/// such rung; and formulas by which a batch is not kept that the kind of scaling keeps.
void check_batches(const std::vector<Combination>& combinations, Scaling scaling, Diagnostics& errors);

}  // namespace scalegen

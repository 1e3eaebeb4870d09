#pragma once
#include <optional>

#include "analysis/conditions/comparability.hpp"
#include "analysis/scaling/ladder.hpp"

namespace scalegen {

/// That the GPUs of a rung had clocks more than 5 % from those of a reference, in the median over GPUs and
/// runs. GPUs of one model alone are compared, and only runs whose monitor saw the GPUs of the run and no
/// other: idle ones have low clocks.
std::optional<Difference> clock_difference(const LadderRung& reference, const LadderRung& here);

}  // namespace scalegen

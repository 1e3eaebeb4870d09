#pragma once
#include <optional>

#include "analysis/conditions/comparability.hpp"
#include "analysis/scaling/ladder.hpp"

namespace scalegen {

/// That one of two rungs had whole nodes and jobs of others could run beside the other. No difference if the
/// kernel's counts say of each of its runs that nobody else used the cores of its nodes.
std::optional<Difference> sharing_difference(const LadderRung& reference, const LadderRung& here);

}  // namespace scalegen

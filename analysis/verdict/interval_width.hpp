#pragma once
#include <optional>

#include "analysis/scaling/speedup.hpp"

namespace scalegen {

/// The reach to either side of the widest of the intervals that a verdict rests on: those of each speedup (an
/// efficiency has the same) and of each step from rung to rung; of a ladder without a speedup those of the
/// values. 0.03 is 3 %. Returns nullopt while a measured rung has none.
std::optional<double> widest_half_width(const ScalingTable& table);

/// The same by stats::cautious_half_width, which decides whether further rounds are needed.
std::optional<double> widest_cautious_half_width(const ScalingTable& table);

}  // namespace scalegen

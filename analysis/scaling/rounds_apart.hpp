#pragma once
#include <optional>

#include "analysis/conditions/comparability.hpp"
#include "analysis/scaling/ladder.hpp"

namespace scalegen {

/// How long the later of two runs of a round began after the earlier one had ended, if that is more than all
/// runs of the round take, and its rung had failed before. A run that was measured again with its whole
/// round, or for being a slow first one, is not late (docs/statistics.md says what that does).
std::optional<double> seconds_apart(const Ladder& ladder, const Measurement& one, const Measurement& other);

/// That runs of two rungs lie so far apart: the machine may have changed in between.
std::optional<Difference> difference_in_time(const Ladder& ladder, std::size_t reference, std::size_t here);

}  // namespace scalegen

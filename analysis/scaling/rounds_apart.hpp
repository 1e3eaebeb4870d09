#pragma once
#include <optional>

#include "analysis/scaling/comparability.hpp"
#include "analysis/scaling/ladder.hpp"

namespace scalegen {

/// True of a run that was retried, and not measured again with its whole round, or for being a slow first one
/// (docs/statistics.md says what that does).
bool was_tried_again(const Measurement& run);

/// That in a round of two rungs the later run was tried again, and began longer after the earlier one than
/// all runs of the round take: the machine may have changed since.
std::optional<Difference> difference_in_time(const Ladder& ladder, std::size_t reference, std::size_t here);

}  // namespace scalegen

#pragma once
#include "analysis/ladder.hpp"
#include "analysis/statistics/log_times.hpp"

namespace scalegen {

/// The ladder as the statistics see it: a column a rung, of the logarithms of times. A rate stands as the
/// time of a sample. Rounds in which nothing was measured are no rounds.
LogTimes log_times(const Ladder& ladder, Quantity quantity);

/// The values of a rung's measured runs, in the order of rounds.
std::vector<double> values_of(const std::vector<Measurement>& runs);

}  // namespace scalegen

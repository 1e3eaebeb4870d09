#pragma once
#include "analysis/measurement/metric.hpp"
#include "analysis/scaling/ladder.hpp"
#include "analysis/statistics/two_way_model.hpp"

namespace scalegen {

/// The ladder as the statistics see it: a column a rung, of the logarithms of times. A rate stands as the
/// time of a sample. Rounds in which nothing was measured are no rounds.
LogTimes log_times(const Ladder& ladder, Quantity quantity);

/// The same for the same work at every rung: what speedups divide. Noise stays what it is. An error says why
/// the rungs' work is not known (work_of).
Result<LogTimes> log_times_of_equal_work(const Ladder& ladder, LogTimes times, const Figure& figure,
                                         Scaling scaling);

/// The values of a rung's measured runs, in the order of rounds.
std::vector<double> values_of(const std::vector<Measurement>& runs);

}  // namespace scalegen

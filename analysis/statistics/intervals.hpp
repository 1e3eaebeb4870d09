#pragma once
#include <optional>
#include <vector>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::stats {

/// What an estimate may be, and how often such an interval holds the truth. Absent, not empty, for one
/// observation.
struct Interval {
  double low = 0;
  double high = 0;
  double coverage = 0;  // 0.95 is 95 %
  bool operator==(const Interval&) const = default;
};

/// What is most likely, and the interval around it where there are observations enough to state one.
struct Estimate {
  double centre = 0;
  std::optional<Interval> interval{};
  bool operator==(const Estimate&) const = default;
};

/// The median time of rung k, and its interval: up to five runs from the noise that all rungs share, from six
/// on order statistics, at the exact coverage nearest to 95 %. Nothing for a rung without runs.
std::optional<Estimate> typical_time(const LogTimes& y, std::size_t k, const std::optional<Noise>& noise);

/// The typical time of rung a divided by that of b: the speed-up of b over a. Nothing where no round has
/// both. Up to five rounds the centre is the median same-round ratio, because the ratio of two medians may
/// lie outside the interval; from six on it is Hodges' and Lehmann's, with an interval of ranks at its exact
/// coverage.
std::optional<Estimate> ratio_of(const LogTimes& y, std::size_t a, std::size_t b,
                                 const std::optional<Noise>& noise);

}  // namespace scalegen::stats

#pragma once
#include <optional>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::stats {

/// An interval around an estimate, and the probability that such an interval contains the true value. Absent,
/// not empty, for a single observation.
struct Interval {
  double low = 0;
  double high = 0;
  double coverage = 0;  // 0.95 is 95 %
  double own_half = 0;  // of two to five values: how far their own 95 % t interval reaches, of logarithms
  bool operator==(const Interval&) const = default;
};

/// The interval, or that of these values alone if it is wider: few rounds may owe a narrow interval to the
/// noise of other rungs, or to chance. Decisions rest on it.
Interval cautious(const Interval& interval);

/// A central value, and the interval around it if there are enough observations to state one.
struct Estimate {
  double centre = 0;
  std::optional<Interval> interval{};
  bool operator==(const Estimate&) const = default;
};

/// The same in another unit.
Estimate scaled(Estimate estimate, double factor);

/// A time for a rate, or the ratio of b to a for that of a to b.
Estimate inverse(const Estimate& estimate);

/// The t interval of the mean of some values on their own scale: 95 %, for two values 90 %. Returns nullopt
/// for fewer than two, and for values that do not scatter.
std::optional<Interval> mean_interval(const std::vector<double>& values);

/// The median time of rung k, and its interval: up to five runs from the noise pooled over rungs, or its own
/// if it is noisier, from six on from order statistics, at the exact coverage nearest to 95 %. Returns
/// nullopt for a rung without runs.
std::optional<Estimate> typical_time(const LogTimes& y, std::size_t k, const std::optional<Noise>& noise);

/// The method of comparing two rungs, from which their ratio, its interval and its claims follow alike.
enum class Method {
  few_rounds,    // two to five: logarithms, with a t distribution
  signed_ranks,  // of pairs, because rounds or their noise differ; claims by the t distribution
  rank_sums,
  two_samples  // of independent rows
};
Method method_of(const Sample& sample, std::size_t a, std::size_t b);

/// The typical time of rung a divided by that of rung b: the speed-up of b over a. Returns nullopt if no
/// round has both. Up to five rounds the centre is the median same-round ratio, because the ratio of two
/// medians may lie outside the interval. From six on it is the Hodges-Lehmann estimate, with a rank interval
/// at its exact coverage. Of independent samples: ratio_of_independent.
std::optional<Estimate> ratio_of(const Sample& sample, std::size_t a, std::size_t b);

}  // namespace scalegen::stats

#pragma once
#include <optional>
#include <vector>

#include "analysis/statistics/intervals.hpp"

namespace scalegen::stats {

// Two independent samples of logarithms of times, such as those of one rung in two sweeps: nothing pairs
// their rounds, and their scatter and their sizes may differ.

/// The level at which such intervals are stated, unless ranks give another one.
inline constexpr double kTwoSampleTail = 0.05;

/// From so many values on, in each sample, ranks are used.
inline constexpr std::size_t kFewestForRanks = 6;

/// exp of the shift a - b: the typical time of a divided by that of b. Up to five values the ratio of
/// geometric means with Welch's interval (1947); from six in both the Hodges-Lehmann estimate with the
/// rank-sum interval at its exact coverage. Without an interval if one has a single value, or if neither
/// scatters. Both have a value.
Estimate ratio_of_independent(const std::vector<double>& a, const std::vector<double>& b);

/// The probability of samples this far apart if their typical times are equal; 1 where there is no interval.
double p_of_independent(const std::vector<double>& a, const std::vector<double>& b);

/// All ratios with a probability of at least `tail`. Nullopt where there is no interval, and where ranks of
/// so few values cannot give a smaller one.
std::optional<Interval> interval_of_independent(const std::vector<double>& a, const std::vector<double>& b,
                                                double tail);

/// All differences of two samples of logarithms with a probability of at least `tail`.
std::optional<Interval> log_interval_of_independent(const std::vector<double>& a,
                                                    const std::vector<double>& b, double tail);

/// The ratio of two independent estimates above 0, by the method of variance estimates recovery (Zou and
/// Donner, 2008) on logarithms: it needs no more than their intervals. Its coverage is the lower of theirs.
/// Without an interval unless both have one.
Estimate ratio_of_estimates(const Estimate& a, const Estimate& b);

// Tests of ranks, also for samples that a sweep pairs by rounds.

/// The two-sided p of the rank-sum test that x exceeds y by `shift`.
double rank_sum_p(std::vector<double> x, const std::vector<double>& y, double shift);

/// All shifts with a p of at least `tail`; nullopt if there are too few values.
std::optional<Interval> rank_sum_interval(const std::vector<double>& x, const std::vector<double>& y,
                                          double tail);

}  // namespace scalegen::stats

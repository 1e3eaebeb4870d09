#pragma once
#include <optional>
#include <vector>

#include "analysis/statistics/intervals.hpp"
#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::stats {

/// The probability of ratios this far from `value` if the typical time of a divided by that of b is exactly
/// `value`. `printed` is the result of ratio_of. Returns 1, no claim, if its interval contains the value or
/// if it has none.
double p_value(const Sample& sample, std::size_t a, std::size_t b, const std::optional<Estimate>& printed,
               double value);

/// All values whose p_value is at least `tail`: the printed interval, widened to the level 1 - tail of the
/// test. Returns nullopt if no value has a smaller one, because there are too few rounds for ranks.
std::optional<Interval> claim_interval(const Sample& sample, std::size_t a, std::size_t b,
                                       const Interval& printed, double tail);

/// The number of rounds from which on ranks can give a p_value below `tail`.
int rounds_for_ranks(double tail);

/// Holm's adjustment for all claims of one report: those below 0.05 hold together.
std::vector<double> holm(const std::vector<double>& p_values);
inline constexpr double kClaimLevel = 0.05;

/// The bound of the first step of Holm's procedure that does not reject: kClaimLevel, shared by the claims
/// that are left. Claims hold if and only if their p_value is below it.
double first_open_tail(const std::vector<double>& adjusted);

/// The total number of rounds that tells a ratio whose logarithm is `log_margin` away from a claim at the
/// level 1 - tail, with 80 % power and the noise at its 80 % upper limit. At most kMaxRounds.
int rounds_needed(const Noise& noise, std::size_t rungs, double log_margin, double tail);
inline constexpr int kMaxRounds = 60;

}  // namespace scalegen::stats

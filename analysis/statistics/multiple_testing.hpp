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

/// Holm's adjustment for all claims of one report: those below 0.05 hold together.
std::vector<double> holm(const std::vector<double>& p_values);

/// The total number of rounds that tells a ratio whose logarithm is `log_margin` away from a claim, with 80 %
/// power and the noise at its 80 % upper limit. At most kMaxRounds.
int rounds_needed(const Noise& noise, std::size_t rungs, double log_margin);
inline constexpr int kMaxRounds = 60;

}  // namespace scalegen::stats

#pragma once
#include <optional>
#include <vector>

#include "analysis/statistics/intervals.hpp"
#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::stats {

/// How likely ratios that far from `value` are where the typical time of a divided by that of b is just
/// `value`. `printed` is what ratio_of said: no claim is made (1) where its interval holds the value or there
/// is none.
double p_value(const LogTimes& y, std::size_t a, std::size_t b, const std::optional<Noise>& noise,
               const std::optional<Estimate>& printed, double value);

/// Holm's adjustment, for as many claims as stand in one table: those below 0.05 hold together.
std::vector<double> holm(const std::vector<double>& p_values);

/// Rounds in all to tell a ratio whose logarithm is `log_margin` away from a claim with 80 % power, the noise
/// taken at its 80 % upper limit; kMostRounds where that is not enough either.
int rounds_needed(const Noise& noise, std::size_t rungs, double log_margin);
inline constexpr int kMaxRounds = 60;

}  // namespace scalegen::stats

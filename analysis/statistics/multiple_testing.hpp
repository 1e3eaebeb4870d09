#pragma once
#include <optional>
#include <vector>

#include "analysis/statistics/intervals.hpp"
#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::stats {

/// The probability of ratios this far from `value` if the typical time of a divided by that of b is exactly
/// `value`: by the noise pooled over rungs, and of a noisier rung the larger of that and by its own. Returns
/// 1 where there is no interval.
double p_value(const Sample& sample, std::size_t a, std::size_t b, double value);

/// The rounds of two rungs have to tell a claim by themselves, too, in a t test at this level: a rung may be
/// noisier than the others unnoticed. With it a table of unequal noise has a false claim as seldom as stated.
inline constexpr double kOwnTail = 0.025;

/// True if `value` may be claimed to be wrong, whatever other claims there are: the printed interval does not
/// contain it, and their own rounds tell it.
bool is_told_from(double value, const Sample& sample, std::size_t a, std::size_t b, const Interval& printed);

/// All values that are not told from the ratio by a test at the level 1 - tail: the printed interval,
/// widened. Returns nullopt if there are too few rounds for ranks to tell any.
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

}  // namespace scalegen::stats

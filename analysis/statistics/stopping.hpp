#pragma once
#include <cstddef>
#include <functional>
#include <optional>

#include "analysis/statistics/intervals.hpp"

namespace scalegen::stats {

/// The reach of an interval to either side of its middle, on a scale of logarithms: 0.03 is 3 %.
double half_width(const Interval& interval);

/// The same, or how far the interval of these values alone reaches if that is farther: few rounds may owe a
/// narrow interval to the noise of other rungs, or to chance.
double cautious_half_width(const Interval& interval);

/// When a sweep ends that measures until its intervals are narrow.
struct StoppingRule {
  double half_width = 0;
  int at_least = 3;  // rounds
  int at_most = 12;
  bool operator==(const StoppingRule&) const = default;
};

/// The number of rounds after which the rule ends a sweep: the second of two in a row with narrow intervals,
/// since one look alone ends too often by chance. The first look is after `at_least` rounds. `widest_after`
/// says how wide the widest interval is after so many rounds, by cautious_half_width; nullopt if one is
/// missing.
int ending_round(const StoppingRule& rule, const std::function<std::optional<double>(int)>& widest_after);

/// The first round after which the rule may end a sweep.
int fewest_rounds(const StoppingRule& rule);

/// True if the rule ends a sweep after so many rounds. The rounds before have not ended it.
bool ends_after(const StoppingRule& rule, int rounds,
                const std::function<std::optional<double>(int)>& widest_after);

/// The number of rounds to expect if all rungs scatter by `sd`, 0.02 for 2 %: from the t interval of a
/// ratio, 1.4 times as wide, since the widest of several decides.
int expected_rounds(const StoppingRule& rule, int rungs, double sd);

/// What further rounds are planned with: how a figure scatters from round to round, and how well they tell
/// it.
struct Outlook {
  double sd = 0;               // of the logarithm of the figure in one round
  int df_of_few = 1;           // of the t distribution of up to five rounds, by each but the first
  int df_of_many = 1;          // the same from six rounds on, where ranks take its place
  double rank_efficiency = 1;  // the share of the rounds that the t test would need
  bool operator==(const Outlook&) const = default;
};

/// Of the ratio of two rungs, by the noise that they share with others, or by their own if one is noisier.
/// Nullopt if too little is known of it.
std::optional<Outlook> outlook_of_ratio(const Sample& sample, std::size_t a, std::size_t b);

/// Of the ratio of two rungs that share the noise of the others.
Outlook outlook_of_ratio(const Noise& noise, Rounds rounds);

/// Of the typical time of a rung.
std::optional<Outlook> outlook_of_time(const Sample& sample, std::size_t k);

/// The total number of rounds after which a figure whose logarithm is `log_margin` away is told with a power
/// of 80 %, at the level 1 - tail; up to five rounds, at 1 - tail_of_few. At most kMaxRounds.
int rounds_needed(const Outlook& outlook, double log_margin, double tail, double tail_of_few);
inline constexpr int kMaxRounds = 60;

}  // namespace scalegen::stats

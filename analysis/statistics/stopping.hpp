#pragma once
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

}  // namespace scalegen::stats

#include "analysis/statistics/stopping.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>

namespace scalegen::stats {

double half_width(const Interval& interval) { return std::sqrt(interval.high / interval.low) - 1; }

double cautious_half_width(const Interval& interval) { return half_width(cautious(interval)); }

int fewest_rounds(const StoppingRule& rule) { return std::min(rule.at_least + 1, rule.at_most); }

bool ends_after(const StoppingRule& rule, int rounds,
                const std::function<std::optional<double>(int)>& widest_after) {
  if (rounds >= rule.at_most) return true;
  if (rounds < fewest_rounds(rule)) return false;
  for (const int look : {rounds, rounds - 1}) {
    const auto widest = widest_after(look);
    if (!widest || *widest > rule.half_width) return false;
  }
  return true;
}

int ending_round(const StoppingRule& rule, const std::function<std::optional<double>(int)>& widest_after) {
  int rounds = fewest_rounds(rule);
  while (!ends_after(rule, rounds, widest_after)) ++rounds;
  return rounds;
}

// The widest of several intervals is wider than the typical one: for five rungs this agrees within a round
// with the mean numbers of rounds in docs/statistics.md.
constexpr double kWidestOfSeveral = 1.4;

int expected_rounds(const StoppingRule& rule, int rungs, double sd) {
  using boost::math::students_t;
  return ending_round(rule, [&](int rounds) -> std::optional<double> {
    const auto n = static_cast<double>(rounds);
    const double df =
        n < 6 ? n - 1 : (n - 1) * (rungs - 1);  // of few rounds each comparison counts alone, too
    if (df < 1) return std::nullopt;
    return std::expm1(kWidestOfSeveral * quantile(students_t(df), 0.975) * sd * std::sqrt(2 / n));
  });
}

}  // namespace scalegen::stats

#include "analysis/statistics/stopping.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <cmath>

namespace scalegen::stats {

double half_width(const Interval& interval) { return std::sqrt(interval.high / interval.low) - 1; }

bool ends_after(const StoppingRule& rule, int rounds,
                const std::function<std::optional<double>(int)>& widest_after) {
  if (rounds >= rule.at_most) return true;
  if (rounds < rule.at_least) return false;
  for (const int look : {rounds, rounds - 1}) {
    const auto widest = widest_after(look);
    if (!widest || *widest > rule.half_width) return false;
  }
  return true;
}

int ending_round(const StoppingRule& rule, const std::function<std::optional<double>(int)>& widest_after) {
  int rounds = rule.at_least;
  while (!ends_after(rule, rounds, widest_after)) ++rounds;
  return rounds;
}

// The widest of several intervals is wider than the typical one: for five rungs this agrees with the mean
// numbers of rounds in docs/statistics.md.
constexpr double kWidestOfSeveral = 1.4;

int expected_rounds(const StoppingRule& rule, int rungs, double sd) {
  using boost::math::students_t;
  return ending_round(rule, [&](int rounds) -> std::optional<double> {
    const auto n = static_cast<double>(rounds);
    const double df = (n - 1) * (rungs - 1);
    if (df < 1) return std::nullopt;
    return std::expm1(kWidestOfSeveral * quantile(students_t(df), 0.975) * sd * std::sqrt(2 / n));
  });
}

}  // namespace scalegen::stats

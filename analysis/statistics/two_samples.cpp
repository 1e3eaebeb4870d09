#include "analysis/statistics/two_samples.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>

#include "analysis/statistics/pair_values.hpp"
#include "analysis/statistics/rank_tests.hpp"
#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::stats {
namespace {

using boost::math::students_t;
using Values = std::vector<double>;

bool have_ranks(const Values& a, const Values& b) {
  return a.size() >= kFewestForRanks && b.size() >= kFewestForRanks;
}

bool scatters(const Values& values) {
  const auto [least, most] = std::ranges::minmax_element(values);
  return *least < *most;
}

bool have_interval(const Values& a, const Values& b) {
  return a.size() > 1 && b.size() > 1 && (scatters(a) || scatters(b));
}

/// The difference of two means, and Satterthwaite's degrees of freedom.
struct Welch {
  double difference = 0;
  double error = 0;
  double df = 0;
};

Welch welch_of(const Values& a, const Values& b) {
  const auto size = [](const Values& values) { return static_cast<double>(values.size()); };
  const double of_a = sample_variance(a) / size(a);
  const double of_b = sample_variance(b) / size(b);
  const double variance = of_a + of_b;
  return {.difference = mean(a) - mean(b),
          .error = std::sqrt(variance),
          .df = variance * variance / (of_a * of_a / (size(a) - 1) + of_b * of_b / (size(b) - 1))};
}

Interval welch_interval(const Welch& welch, double tail) {
  const double half = quantile(complement(students_t(welch.df), tail / 2)) * welch.error;
  return {welch.difference - half, welch.difference + half, 1 - tail};
}

double welch_p(const Welch& welch) {
  return 2 * cdf(complement(students_t(welch.df), std::abs(welch.difference / welch.error)));
}

Interval of_ratios(const Interval& logs) { return {std::exp(logs.low), std::exp(logs.high), logs.coverage}; }

// Counts the pairs whose first value is larger; ties count half.
double mann_whitney_u(const Values& x, Values y) {
  std::ranges::sort(y);
  double u = 0;
  for (const double value : x) {
    const auto [first, last] = std::equal_range(y.begin(), y.end(), value);
    u += static_cast<double>((first - y.begin()) + (last - y.begin())) / 2;
  }
  return u;
}

// The reach of an interval beyond its centre; a centre may lie outside by a little.
double square_of_reach(double end, double centre, int direction) {
  const double reach = std::max(0.0, direction * (std::log(end) - std::log(centre)));
  return reach * reach;
}

}  // namespace

Estimate ratio_of_independent(const Values& a, const Values& b) {
  const double shift = have_ranks(a, b) ? PairValues::differences(a, b).median() : mean(a) - mean(b);
  return {.centre = std::exp(shift), .interval = interval_of_independent(a, b, kTwoSampleTail)};
}

double p_of_independent(const Values& a, const Values& b) {
  if (!have_interval(a, b)) return 1;
  return have_ranks(a, b) ? rank_sum_p(a, b, 0) : welch_p(welch_of(a, b));
}

std::optional<Interval> log_interval_of_independent(const Values& a, const Values& b, double tail) {
  if (!have_interval(a, b)) return std::nullopt;
  return have_ranks(a, b) ? rank_sum_interval(a, b, tail) : welch_interval(welch_of(a, b), tail);
}

std::optional<Interval> interval_of_independent(const Values& a, const Values& b, double tail) {
  const auto logs = log_interval_of_independent(a, b, tail);
  return logs ? std::optional(of_ratios(*logs)) : std::nullopt;
}

Estimate ratio_of_estimates(const Estimate& a, const Estimate& b) {
  Estimate ratio{.centre = a.centre / b.centre};
  if (!a.interval || !b.interval) return ratio;
  const double down =
      square_of_reach(a.interval->low, a.centre, -1) + square_of_reach(b.interval->high, b.centre, 1);
  const double up =
      square_of_reach(a.interval->high, a.centre, 1) + square_of_reach(b.interval->low, b.centre, -1);
  ratio.interval = Interval{ratio.centre * std::exp(-std::sqrt(down)), ratio.centre * std::exp(std::sqrt(up)),
                            std::min(a.interval->coverage, b.interval->coverage)};
  return ratio;
}

double rank_sum_p(Values x, const Values& y, double shift) {
  for (double& value : x) value -= shift;
  const auto pairs = x.size() * y.size();
  const double u = mann_whitney_u(x, y);
  const auto larger = static_cast<std::size_t>(std::max(u, static_cast<double>(pairs) - u));
  return std::min(1.0, 2 * rank_sum_distribution(x.size(), y.size()).up_to(pairs - larger));
}

std::optional<Interval> rank_sum_interval(const Values& x, const Values& y, double tail) {
  const auto by_chance = rank_sum_distribution(x.size(), y.size());
  const auto k = by_chance.quantile(tail / 2);
  if (k == 0) return std::nullopt;
  const auto shifts = PairValues::differences(x, y);
  return Interval{shifts.nth(k - 1), shifts.nth(shifts.size() - k), 1 - 2 * by_chance.up_to(k - 1)};
}

}  // namespace scalegen::stats

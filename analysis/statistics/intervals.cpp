#include "analysis/statistics/intervals.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>

#include "analysis/statistics/rank_tests.hpp"

namespace scalegen::stats {
namespace {

// The probability that the interval left after removing r values at either end contains the median, for any
// distribution.
double coverage_without(std::size_t r, std::size_t n) {
  const boost::math::binomial coins(static_cast<double>(n), 0.5);
  return 1 - 2 * cdf(coins, static_cast<double>(r));
}

Interval order_statistics(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  const auto n = x.size();
  std::size_t best = 0;
  for (std::size_t r = 1; r < n / 2; ++r)
    if (std::abs(coverage_without(r, n) - 0.95) < std::abs(coverage_without(best, n) - 0.95)) best = r;
  return {std::exp(x[best]), std::exp(x[n - 1 - best]), coverage_without(best, n)};
}

std::vector<double> differences(const PairedRounds& both) {
  std::vector<double> d;
  for (std::size_t i = 0; i < both.a.size(); ++i) d.push_back(both.a[i] - both.b[i]);
  return d;
}

std::vector<double> all_differences(const PairedRounds& both) {
  std::vector<double> d;
  d.reserve(both.a.size() * both.b.size());
  for (const double a : both.a)
    for (const double b : both.b) d.push_back(a - b);
  return d;
}

// Walsh averages, including each value with itself.
std::vector<double> means_of_two(const std::vector<double>& values) {
  std::vector<double> means;
  means.reserve(values.size() * (values.size() + 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = i; j < values.size(); ++j) means.push_back((values[i] + values[j]) / 2);
  return means;
}

double nth(std::vector<double>& values, std::size_t n) {
  const auto position = values.begin() + static_cast<std::ptrdiff_t>(n);
  std::nth_element(values.begin(), position, values.end());
  return *position;
}

// Removes as many values at either end as leave a coverage of at least 95 %.
Estimate trimmed_estimate(std::vector<double> log_ratios, const NullDistribution& by_chance) {
  const auto k = by_chance.quantile(0.025 + 1e-12);
  const double centre = std::exp(median(log_ratios));
  return {centre, Interval{std::exp(nth(log_ratios, k - 1)), std::exp(nth(log_ratios, log_ratios.size() - k)),
                           1 - 2 * by_chance.up_to(k - 1)}};
}

// For two to five values on a log scale: the wider of two t intervals, the pooled one at the stated coverage
// c and the values' own at 2c - 1. The latter bounds the coverage from below, however unequal the rungs'
// noise is. States 95 %, for two values 90 %. The interval is of the typical value, not of its logarithm.
Interval floored_interval(const std::vector<double>& log_values, double pooled_standard_error, double df) {
  using boost::math::students_t;
  const auto n = static_cast<double>(log_values.size());
  const double coverage = log_values.size() > 2 ? 0.95 : 0.90;
  const double pooled = quantile(students_t(df), (1 + coverage) / 2) * pooled_standard_error;
  const double own = quantile(students_t(n - 1), coverage) * std::sqrt(sample_variance(log_values) / n);
  const double centre = mean(log_values);
  const double half = std::max(pooled, own);
  return {std::exp(centre - half), std::exp(centre + half), coverage};
}

Estimate ratio_of_few(const std::vector<double>& log_ratios, const std::optional<Noise>& noise) {
  Estimate ratio{.centre = std::exp(median(log_ratios))};
  const auto n = static_cast<double>(log_ratios.size());
  if (noise && n > 1) ratio.interval = floored_interval(log_ratios, noise->sd * std::sqrt(2 / n), noise->df);
  return ratio;
}

}  // namespace

std::optional<Estimate> typical_time(const LogTimes& y, std::size_t k, const std::optional<Noise>& noise) {
  const auto x = observed(y[k]);
  if (x.empty()) return std::nullopt;
  Estimate time{.centre = std::exp(median(x))};
  const auto n = static_cast<double>(x.size());
  if (n >= 6)
    time.interval = order_statistics(x);
  else if (noise && n > 1)
    time.interval = floored_interval(x, noise->sd_run / std::sqrt(n), noise->df_run);
  return time;
}

std::optional<Estimate> ratio_of(const LogTimes& y, std::size_t a, std::size_t b,
                                 const std::optional<Noise>& noise) {
  const auto both = paired_rounds(y, a, b);
  const auto n = both.a.size();
  if (n == 0) return std::nullopt;
  if (n < 6) return ratio_of_few(differences(both), noise);
  if (rounds_differ(y)) return trimmed_estimate(means_of_two(differences(both)), signed_rank_distribution(n));
  return trimmed_estimate(all_differences(both), rank_sum_distribution(n));
}

}  // namespace scalegen::stats

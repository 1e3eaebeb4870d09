#include "analysis/statistics/ratio.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/statistics/floored_interval.hpp"
#include "analysis/statistics/friedman.hpp"
#include "analysis/statistics/moments.hpp"
#include "analysis/statistics/rank_distributions.hpp"

namespace scalegen {
namespace {

std::vector<double> differences(const SameRounds& both) {
  std::vector<double> d;
  for (std::size_t i = 0; i < both.a.size(); ++i) d.push_back(both.a[i] - both.b[i]);
  return d;
}

std::vector<double> all_differences(const SameRounds& both) {
  std::vector<double> d;
  d.reserve(both.a.size() * both.b.size());
  for (const double a : both.a)
    for (const double b : both.b) d.push_back(a - b);
  return d;
}

// Walsh's averages, each value with itself among them.
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

// As many values fall away at either end as leave at least 95 %.
Estimate trimmed(std::vector<double> log_ratios, const NullDistribution& by_chance) {
  const auto k = by_chance.quantile(0.025 + 1e-12);
  const double centre = std::exp(median(log_ratios));
  return {centre, Interval{std::exp(nth(log_ratios, k - 1)), std::exp(nth(log_ratios, log_ratios.size() - k)),
                           1 - 2 * by_chance.up_to(k - 1)}};
}

Estimate of_few(const std::vector<double>& log_ratios, const std::optional<Noise>& noise) {
  Estimate ratio{.centre = std::exp(median(log_ratios))};
  const auto n = static_cast<double>(log_ratios.size());
  if (noise && n > 1) ratio.interval = floored_interval(log_ratios, noise->sd * std::sqrt(2 / n), noise->df);
  return ratio;
}

}  // namespace

std::optional<Estimate> ratio_of(const LogTimes& y, std::size_t a, std::size_t b,
                                 const std::optional<Noise>& noise) {
  const auto both = same_rounds(y, a, b);
  const auto n = both.a.size();
  if (n == 0) return std::nullopt;
  if (n < 6) return of_few(differences(both), noise);
  if (rounds_differ(y)) return trimmed(means_of_two(differences(both)), signed_rank_distribution(n));
  return trimmed(all_differences(both), rank_sum_distribution(n));
}

}  // namespace scalegen

#include "analysis/statistics/intervals.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/statistics/pair_values.hpp"
#include "analysis/statistics/rank_tests.hpp"
#include "analysis/statistics/two_samples.hpp"

namespace scalegen::stats {
namespace {

// The probability that the interval left after removing r values at either end contains the median, for any
// distribution.
double coverage_without(std::size_t r, std::size_t n) {
  const boost::math::binomial coins(static_cast<double>(n), 0.5);
  return 1 - 2 * cdf(coins, static_cast<double>(r));
}

// The number of values to remove at either end. The coverage falls with each.
std::size_t nearest_to_95_percent(std::size_t n) {
  std::vector<std::size_t> removed(std::max<std::size_t>(n / 2, 1));
  std::iota(removed.begin(), removed.end(), std::size_t{0});
  const auto below = std::partition_point(removed.begin(), removed.end(),
                                          [&](std::size_t r) { return coverage_without(r, n) >= 0.95; });
  if (below == removed.begin()) return 0;
  if (below == removed.end()) return removed.back();
  const auto r = *below;
  return 0.95 - coverage_without(r, n) < coverage_without(r - 1, n) - 0.95 ? r : r - 1;
}

Interval order_statistics(std::vector<double> x) {
  std::ranges::sort(x);
  const auto n = x.size();
  const auto best = nearest_to_95_percent(n);
  return {std::exp(x[best]), std::exp(x[n - 1 - best]), coverage_without(best, n)};
}

// Removes as many values at either end as leave a coverage of at least 95 %.
Estimate trimmed_estimate(const PairValues& log_ratios, const NullDistribution& by_chance) {
  const auto k = by_chance.quantile(0.025 + 1e-12);
  const auto size = log_ratios.size();
  return {std::exp(log_ratios.median()),
          Interval{std::exp(log_ratios.nth(k - 1)), std::exp(log_ratios.nth(size - k)),
                   1 - 2 * by_chance.up_to(k - 1)}};
}

/// The standard error of a mean by the noise of all rungs.
struct PooledError {
  double standard_error = 0;
  double df = 0;
};

// Half of the central part of a t distribution.
double half_of(double coverage, double df, double standard_error) {
  return quantile(boost::math::students_t(df), (1 + coverage) / 2) * standard_error;
}

// For two to five values on a log scale: the wider of two t intervals, the pooled one at the stated coverage
// c and the values' own at 2c - 1. The latter bounds the coverage from below, however unequal the rungs'
// noise is. Values that are known to be noisier have their own at c. States 95 %, for two values 90 %. The
// interval is of the typical value, not of its logarithm.
Interval interval_of_few(const std::vector<double>& log_values, const std::optional<PooledError>& pooled) {
  const auto n = static_cast<double>(log_values.size());
  const double coverage = log_values.size() > 2 ? 0.95 : 0.90;
  const double own_error = std::sqrt(sample_variance(log_values) / n);
  const double half = pooled ? std::max(half_of(coverage, pooled->df, pooled->standard_error),
                                        half_of(2 * coverage - 1, n - 1, own_error))
                             : half_of(coverage, n - 1, own_error);
  const double centre = mean(log_values);
  return {.low = std::exp(centre - half),
          .high = std::exp(centre + half),
          .coverage = coverage,
          .own_half = half_of(0.95, n - 1, own_error)};
}

bool are_pooled(const Sample& sample, std::size_t a, std::size_t b) {
  return is_pooled(sample.noise, a) && is_pooled(sample.noise, b);
}

Estimate ratio_of_few(const Sample& sample, std::size_t a, std::size_t b) {
  const auto log_ratios = log_ratios_of(paired_rounds(sample.y, a, b));
  Estimate ratio{.centre = std::exp(median(log_ratios))};
  const auto n = static_cast<double>(log_ratios.size());
  if (!sample.noise || n < 2) return ratio;
  const PooledError pooled{sample.noise->sd * std::sqrt(2 / n), sample.noise->df};
  ratio.interval =
      interval_of_few(log_ratios, are_pooled(sample, a, b) ? std::optional(pooled) : std::nullopt);
  return ratio;
}

}  // namespace

Interval cautious(const Interval& interval) {
  const double wider =
      std::exp(std::max(interval.own_half - std::log(interval.high / interval.low) / 2, 0.0));
  return {interval.low / wider, interval.high * wider, interval.coverage, interval.own_half};
}

Estimate scaled(Estimate estimate, double factor) {
  estimate.centre *= factor;
  if (!estimate.interval) return estimate;
  estimate.interval->low *= factor;
  estimate.interval->high *= factor;
  return estimate;
}

Estimate inverse(const Estimate& estimate) {
  Estimate inverse{.centre = 1 / estimate.centre};
  if (const auto& i = estimate.interval)
    inverse.interval = Interval{1 / i->high, 1 / i->low, i->coverage, i->own_half};
  return inverse;
}

std::optional<Interval> mean_interval(const std::vector<double>& values) {
  if (values.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  const double coverage = values.size() > 2 ? 0.95 : 0.90;
  const double half =
      quantile(boost::math::students_t(n - 1), (1 + coverage) / 2) * std::sqrt(sample_variance(values) / n);
  if (half <= 0) return std::nullopt;
  return Interval{mean(values) - half, mean(values) + half, coverage};
}

std::optional<Estimate> typical_time(const LogTimes& y, std::size_t k, const std::optional<Noise>& noise) {
  const auto x = observed(y[k]);
  if (x.empty()) return std::nullopt;
  Estimate time{.centre = std::exp(median(x))};
  const auto n = static_cast<double>(x.size());
  if (x.size() >= kFewestForRanks)
    time.interval = order_statistics(x);
  else if (noise && n > 1)
    time.interval = interval_of_few(
        x, is_pooled(noise, k) ? std::optional(PooledError{noise->sd_run / std::sqrt(n), noise->df_run})
                               : std::nullopt);
  return time;
}

Method method_of(const Sample& sample, std::size_t a, std::size_t b) {
  if (sample.rounds == Rounds::independent) return Method::two_samples;
  if (paired_rounds(sample.y, a, b).a.size() < kFewestForRanks) return Method::few_rounds;
  return sample.rounds_differ || !are_pooled(sample, a, b) ? Method::signed_ranks : Method::rank_sums;
}

std::optional<Estimate> ratio_of(const Sample& sample, std::size_t a, std::size_t b) {
  const auto both = runs_of_two(sample, a, b);
  if (both.a.empty() || both.b.empty()) return std::nullopt;
  const auto n = both.a.size();
  switch (method_of(sample, a, b)) {
    case Method::two_samples:
      return ratio_of_independent(both.a, both.b);
    case Method::few_rounds:
      return ratio_of_few(sample, a, b);
    case Method::signed_ranks:
      return trimmed_estimate(PairValues::means_of_two(log_ratios_of(both)), signed_rank_distribution(n));
    case Method::rank_sums:
      break;
  }
  return trimmed_estimate(PairValues::differences(both.a, both.b), rank_sum_distribution(n));
}

}  // namespace scalegen::stats

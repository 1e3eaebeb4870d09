#include "analysis/statistics/multiple_testing.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/statistics/rank_tests.hpp"
#include "analysis/statistics/two_samples.hpp"

namespace scalegen::stats {
namespace {

using boost::math::students_t;

double log_ratio_of_means(const PairedRounds& both) { return mean(both.a) - mean(both.b); }

double standard_error(const PairedRounds& both, const Noise& noise) {
  return noise.sd * std::sqrt(2 / static_cast<double>(both.a.size()));
}

double pooled_t_p(const PairedRounds& both, const Noise& noise, double log_value) {
  const double t = (log_ratio_of_means(both) - log_value) / standard_error(both, noise);
  return 2 * cdf(complement(students_t(noise.df), std::abs(t)));
}

// Of logarithms.
std::vector<double> shifted(std::vector<double> values, double shift) {
  for (double& value : values) value -= shift;
  return values;
}

std::optional<Interval> pooled_t_interval(const PairedRounds& both, const std::optional<Noise>& noise,
                                          double tail) {
  if (!noise) return std::nullopt;
  const double half = quantile(complement(students_t(noise->df), tail / 2)) * standard_error(both, *noise);
  const double centre = log_ratio_of_means(both);
  return Interval{centre - half, centre + half, 1 - tail};
}

std::optional<Interval> tested_interval(const Sample& sample, std::size_t a, std::size_t b, double tail) {
  const auto both = runs_of_two(sample, a, b);
  switch (method_of(sample, a, b)) {
    case Method::two_samples:
      return log_interval_of_independent(both.a, both.b, tail);
    case Method::rank_sums:
      return rank_sum_interval(both.a, both.b, tail);
    default:
      return pooled_t_interval(both, sample.noise, tail);
  }
}

// From six rounds on the printed interval has another centre than the t test: what lies between is not told
// from the ratio either.
bool is_between(const Interval& printed, double other_centre, double value) {
  return std::min(printed.low, other_centre) <= value && value <= std::max(printed.high, other_centre);
}

}  // namespace

double p_value(const Sample& sample, std::size_t a, std::size_t b, const std::optional<Estimate>& printed,
               double value) {
  if (!printed || !printed->interval) return 1;
  if (printed->interval->low <= value && value <= printed->interval->high) return 1;
  const auto both = runs_of_two(sample, a, b);
  const auto method = method_of(sample, a, b);
  if (method == Method::two_samples) return p_of_independent(shifted(both.a, std::log(value)), both.b);
  if (method == Method::rank_sums) return rank_sum_p(both.a, both.b, std::log(value));
  if (!sample.noise || is_between(*printed->interval, std::exp(log_ratio_of_means(both)), value)) return 1;
  return pooled_t_p(both, *sample.noise, std::log(value));
}

std::optional<Interval> claim_interval(const Sample& sample, std::size_t a, std::size_t b,
                                       const Interval& printed, double tail) {
  const auto tested = tested_interval(sample, a, b, tail);
  if (!tested) return std::nullopt;
  return Interval{std::min(printed.low, std::exp(tested->low)),
                  std::max(printed.high, std::exp(tested->high)), 1 - tail};
}

int rounds_for_ranks(double tail) {
  int n = 6;
  while (2 * rank_sum_distribution(static_cast<std::size_t>(n)).up_to(0) >= tail) ++n;
  return n;
}

std::vector<double> holm(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) { return p_values[i] < p_values[j]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, p_values[order[i]] * static_cast<double>(order.size() - i));
    adjusted[order[i]] = std::min(1.0, largest);
  }
  return adjusted;
}

double first_open_tail(const std::vector<double>& adjusted) {
  const auto open =
      std::count_if(adjusted.begin(), adjusted.end(), [](double p) { return p >= kClaimLevel; });
  return kClaimLevel / static_cast<double>(std::max<std::ptrdiff_t>(open, 1));
}

int rounds_needed(const Noise& noise, std::size_t rungs, double log_margin, double tail) {
  const double sd = noise.sd * std::sqrt(noise.df / quantile(boost::math::chi_squared(noise.df), 0.2));
  for (int n = 2; n < kMaxRounds; ++n) {
    const students_t t(static_cast<double>(n - 1) * static_cast<double>(rungs - 1));
    if ((quantile(complement(t, tail / 2)) + quantile(t, 0.8)) * sd * std::sqrt(2.0 / n) <= log_margin)
      return n;
  }
  return kMaxRounds;
}

}  // namespace scalegen::stats

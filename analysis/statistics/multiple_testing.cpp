#include "analysis/statistics/multiple_testing.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/statistics/rank_tests.hpp"

namespace scalegen::stats {
namespace {

using boost::math::students_t;

// Counts the pairs whose first value is larger; ties count half.
double mann_whitney_u(const std::vector<double>& x, std::vector<double> y) {
  std::sort(y.begin(), y.end());
  double u = 0;
  for (const double value : x) {
    const auto [first, last] = std::equal_range(y.begin(), y.end(), value);
    u += static_cast<double>((first - y.begin()) + (last - y.begin())) / 2;
  }
  return u;
}

double rank_sum_p(std::vector<double> x, const std::vector<double>& y, double shift) {
  for (double& value : x) value -= shift;
  const auto n = x.size();
  const double u = mann_whitney_u(x, y);
  const auto larger = static_cast<std::size_t>(std::max(u, static_cast<double>(n * n) - u));
  return std::min(1.0, 2 * rank_sum_distribution(n).up_to(n * n - larger));
}

double pooled_t_p(const PairedRounds& both, const Noise& noise, double log_value) {
  const auto n = static_cast<double>(both.a.size());
  const double t = (mean(both.a) - mean(both.b) - log_value) / (noise.sd * std::sqrt(2 / n));
  return 2 * cdf(complement(students_t(noise.df), std::abs(t)));
}

}  // namespace

double p_value(const Sample& sample, std::size_t a, std::size_t b, const std::optional<Estimate>& printed,
               double value) {
  if (!printed || !printed->interval) return 1;
  if (printed->interval->low <= value && value <= printed->interval->high) return 1;
  const auto both = paired_rounds(sample.y, a, b);
  if (both.a.size() >= 6 && !sample.rounds_differ) return rank_sum_p(both.a, both.b, std::log(value));
  return sample.noise ? pooled_t_p(both, *sample.noise, std::log(value)) : 1;
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

int rounds_needed(const Noise& noise, std::size_t rungs, double log_margin) {
  const double sd = noise.sd * std::sqrt(noise.df / quantile(boost::math::chi_squared(noise.df), 0.2));
  for (int n = 2; n < kMaxRounds; ++n) {
    const students_t t(static_cast<double>(n - 1) * static_cast<double>(rungs - 1));
    if ((quantile(t, 0.975) + quantile(t, 0.8)) * sd * std::sqrt(2.0 / n) <= log_margin) return n;
  }
  return kMaxRounds;
}

}  // namespace scalegen::stats

#include "analysis/statistics/multiple_testing.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/statistics/rank_tests.hpp"
#include "analysis/statistics/two_samples.hpp"

namespace scalegen::stats {
namespace {

using boost::math::students_t;

/// The logarithms of the ratios of two rungs in the same rounds, for the t test: with the noise of all rungs,
/// and with their own.
struct LogRatios {
  double mean = 0;
  double pooled_error = 0;
  double pooled_df = 0;
  double own_error = 0;
  double own_df = 0;
  bool is_pooled = true;
};

std::vector<double> shifted(std::vector<double> values, double shift) {
  for (double& value : values) value -= shift;
  return values;
}

// Nullopt for one round, and where nothing scatters.
std::optional<LogRatios> tested_ratios(const Sample& sample, std::size_t a, std::size_t b) {
  const auto ratios = log_ratios_of(paired_rounds(sample.y, a, b));
  if (!sample.noise || ratios.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(ratios.size());
  return LogRatios{.mean = mean(ratios),
                   .pooled_error = sample.noise->sd * std::sqrt(2 / n),
                   .pooled_df = sample.noise->df,
                   .own_error = std::sqrt(sample_variance(ratios) / n),
                   .own_df = n - 1,
                   .is_pooled = is_pooled(sample.noise, a) && is_pooled(sample.noise, b)};
}

double t_p(double distance, double error, double df) {
  if (error <= 0) return distance == 0 ? 1 : 0;
  return 2 * cdf(complement(students_t(df), std::abs(distance) / error));
}

double own_p(const LogRatios& ratios, double log_value) {
  return t_p(ratios.mean - log_value, ratios.own_error, ratios.own_df);
}

double claim_p(const LogRatios& ratios, double log_value) {
  const double pooled = t_p(ratios.mean - log_value, ratios.pooled_error, ratios.pooled_df);
  return ratios.is_pooled ? pooled : std::max(pooled, own_p(ratios, log_value));
}

double reach_of(double tail, double error, double df) {
  return quantile(complement(students_t(df), tail / 2)) * error;
}

// All logarithms that a claim cannot be made against.
std::optional<Interval> t_interval(const std::optional<LogRatios>& ratios, double tail) {
  if (!ratios) return std::nullopt;
  const double own_tail = ratios->is_pooled ? kOwnTail : std::min(tail, kOwnTail);
  const double half = std::max(reach_of(tail, ratios->pooled_error, ratios->pooled_df),
                               reach_of(own_tail, ratios->own_error, ratios->own_df));
  return Interval{ratios->mean - half, ratios->mean + half, 1 - tail};
}

std::optional<Interval> tested_interval(const Sample& sample, std::size_t a, std::size_t b, double tail) {
  const auto both = runs_of_two(sample, a, b);
  switch (method_of(sample, a, b)) {
    case Method::two_samples:
      return log_interval_of_independent(both.a, both.b, tail);
    case Method::rank_sums:
      return rank_sum_interval(both.a, both.b, tail);
    default:
      return t_interval(tested_ratios(sample, a, b), tail);
  }
}

}  // namespace

double p_value(const Sample& sample, std::size_t a, std::size_t b, double value) {
  const auto both = runs_of_two(sample, a, b);
  const auto method = method_of(sample, a, b);
  if (method == Method::two_samples) return p_of_independent(shifted(both.a, std::log(value)), both.b);
  if (method == Method::rank_sums) return rank_sum_p(both.a, both.b, std::log(value));
  const auto ratios = tested_ratios(sample, a, b);
  return ratios ? claim_p(*ratios, std::log(value)) : 1;
}

bool is_told_from(double value, const Sample& sample, std::size_t a, std::size_t b, const Interval& printed) {
  if (printed.low <= value && value <= printed.high) return false;
  const auto method = method_of(sample, a, b);
  if (method == Method::two_samples || method == Method::rank_sums) return true;
  const auto ratios = tested_ratios(sample, a, b);
  // Signed ranks have another centre than the t test: what lies between is not told from the ratio either.
  const double centre = ratios ? std::exp(ratios->mean) : value;
  const bool is_between = std::min(printed.low, centre) <= value && value <= std::max(printed.high, centre);
  return !is_between && own_p(*ratios, std::log(value)) < kOwnTail;
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
  std::ranges::stable_sort(order, [&](auto i, auto j) { return p_values[i] < p_values[j]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, p_values[order[i]] * static_cast<double>(order.size() - i));
    adjusted[order[i]] = std::min(1.0, largest);
  }
  return adjusted;
}

double first_open_tail(const std::vector<double>& adjusted) {
  const auto open = std::ranges::count_if(adjusted, [](double p) { return p >= kClaimLevel; });
  return kClaimLevel / static_cast<double>(std::max<std::ptrdiff_t>(open, 1));
}

}  // namespace scalegen::stats

#include "analysis/scaling/distinct_values.hpp"

#include <boost/math/distributions/chi_squared.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen {
namespace {

constexpr double kRoundingOfLogarithms = 1e-9;  // relative; more than the logarithms of equal values differ

bool are_same(double a, double b) {
  return std::abs(a - b) <= kRoundingOfLogarithms * std::max(std::abs(a), std::abs(b));
}

bool has_no_width(const stats::Estimate& estimate) {
  return estimate.interval && are_same(estimate.interval->low, estimate.interval->high);
}

// Rounds of a quiet machine differ by a few percent that no step shows: how memory lies, where ranks are.
constexpr double kQuietRange = 0.1;

// Under the hypothesis that steps explain all, the sum of squares has a chi-squared distribution.
bool is_beyond_chance(const std::vector<double>& log_values, double variance) {
  const auto df = static_cast<double>(log_values.size() - 1);
  const auto sum = stats::sample_variance(log_values) * df;
  return sum > variance * quantile(complement(boost::math::chi_squared(df), 0.001));
}

}  // namespace

DistinctValues distinct_values(const ScalingPoint& point) {
  auto values = values_of(point.runs);
  const auto rounds = values.size();
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end(), are_same), values.end());
  return {rounds, values.size()};
}

bool is_without_scatter(const ScalingPoint& point) {
  const auto distinct = distinct_values(point);
  return distinct.rounds > 1 && distinct.values == 1;
}

void remove_interval_without_width(stats::Estimate& estimate) {
  if (has_no_width(estimate)) estimate.interval.reset();
}

void remove_intervals_without_width(std::vector<ScalingTable>& tables) {
  for (auto& table : tables)
    for (auto& point : table.points) {
      for (auto* estimate : {&point.typical, &point.mean, &point.speedup, &point.efficiency})
        if (*estimate) remove_interval_without_width(**estimate);
      if (point.doubling) remove_interval_without_width(point.doubling->speedup);
      std::erase_if(point.claims, [](const Claim& claim) { return has_no_width(claim.ratio); });
    }
}

std::optional<UnexplainedScatter> unexplained_scatter(const std::vector<Measurement>& runs) {
  std::vector<double> log_values;
  double variance = 0;
  for (const auto& run : runs) {
    if (!run.value) continue;
    if (!run.window_error) return std::nullopt;
    log_values.push_back(std::log(*run.value));
    variance += *run.window_error * *run.window_error;
  }
  if (log_values.size() < 2) return std::nullopt;
  variance /= static_cast<double>(log_values.size());
  const auto [least, most] = std::ranges::minmax_element(log_values);
  const UnexplainedScatter scatter{.range = std::exp(*most - *least) - 1,
                                   .explained = 1.96 * std::sqrt(2 * variance)};
  if (scatter.range < kQuietRange || !is_beyond_chance(log_values, variance)) return std::nullopt;
  return scatter;
}

}  // namespace scalegen

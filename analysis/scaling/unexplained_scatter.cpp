#include "analysis/scaling/unexplained_scatter.hpp"

#include <boost/math/distributions/chi_squared.hpp>

#include <algorithm>
#include <cmath>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen {
namespace {

// Rounds of a quiet machine differ by a few percent that no step shows: how memory lies, where ranks are.
constexpr double kQuietRange = 0.1;

// Under the hypothesis that steps explain all, the sum of squares has a chi-squared distribution.
bool is_beyond_chance(const std::vector<double>& log_values, double variance) {
  const auto df = static_cast<double>(log_values.size() - 1);
  const auto sum = stats::sample_variance(log_values) * df;
  return sum > variance * quantile(complement(boost::math::chi_squared(df), 0.001));
}

}  // namespace

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

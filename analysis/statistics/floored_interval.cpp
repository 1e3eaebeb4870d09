#include "analysis/statistics/floored_interval.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "analysis/statistics/moments.hpp"

namespace scalegen {

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

}  // namespace scalegen

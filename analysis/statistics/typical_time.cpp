#include "analysis/statistics/typical_time.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>

#include "analysis/statistics/floored_interval.hpp"
#include "analysis/statistics/moments.hpp"

namespace scalegen {
namespace {

// How often the interval that is left when r values are cut off at either end holds the median, whatever the
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

}  // namespace

std::optional<Estimate> typical_time(const LogTimes& y, std::size_t k, const std::optional<Noise>& noise) {
  const auto x = seen(y[k]);
  if (x.empty()) return std::nullopt;
  Estimate time{.centre = std::exp(median(x))};
  const auto n = static_cast<double>(x.size());
  if (n >= 6)
    time.interval = order_statistics(x);
  else if (noise && n > 1)
    time.interval = floored_interval(x, noise->sd_run / std::sqrt(n), noise->df_run);
  return time;
}

}  // namespace scalegen

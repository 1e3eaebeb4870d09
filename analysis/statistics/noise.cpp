#include "analysis/statistics/noise.hpp"

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>

#include "analysis/statistics/moments.hpp"
#include "analysis/statistics/residual.hpp"

namespace scalegen {
namespace {

using Rungs = std::vector<std::size_t>;

constexpr double kDropLevel = 0.10;

Rungs seen_twice(const LogTimes& y) {
  Rungs rungs;
  for (std::size_t k = 0; k < y.size(); ++k)
    if (seen(y[k]).size() >= 2) rungs.push_back(k);
  return rungs;
}

Rungs without(Rungs rungs, std::size_t position) {
  rungs.erase(rungs.begin() + static_cast<std::ptrdiff_t>(position));
  return rungs;
}

// How likely the residual sum of squares falls that much when a rung is left out that is as noisy as the
// rest: an F test.
double chance_of_drop(const Residual& all, const Residual& rest) {
  if (rest.sum_of_squares <= 0 || rest.df <= 0 || all.df <= rest.df) return 1;
  const double df = all.df - rest.df;
  const double f = (all.sum_of_squares - rest.sum_of_squares) / df * rest.df / rest.sum_of_squares;
  return cdf(complement(boost::math::fisher_f(df, rest.df), std::max(f, 0.0)));
}

// One at a time, the clearest first, keeping two.
Rungs without_the_noisy(const LogTimes& y, Rungs rungs) {
  while (rungs.size() > 2) {
    const auto all = residual_of(y, rungs);
    std::vector<double> chances;
    for (std::size_t i = 0; i < rungs.size(); ++i)
      chances.push_back(chance_of_drop(all, residual_of(y, without(rungs, i))));
    const auto least = std::min_element(chances.begin(), chances.end());
    if (*least * static_cast<double>(rungs.size()) >= kDropLevel) break;
    rungs.erase(rungs.begin() + (least - chances.begin()));
  }
  return rungs;
}

double variance_within_rungs(const LogTimes& y, const Rungs& rungs) {
  std::vector<double> variances;
  for (const auto k : rungs) variances.push_back(sample_variance(seen(y[k])));
  return mean(variances);
}

}  // namespace

std::optional<Noise> noise_of(const LogTimes& y) {
  const auto rungs = without_the_noisy(y, seen_twice(y));
  const auto residual = residual_of(y, rungs);
  if (residual.df < 1 || residual.sum_of_squares <= 0) return std::nullopt;
  const double df = residual.df;
  const double within_round = residual.sum_of_squares / df;
  const double of_run = variance_within_rungs(y, rungs);
  const double error = (1 - 1 / static_cast<double>(rungs.size())) * within_round;
  const double between_rounds = std::max(of_run - error, 0.0);
  // Satterthwaite: the degrees of freedom of a sum of two variances.
  const double df_run =
      of_run * of_run /
      (between_rounds * between_rounds / static_cast<double>(rounds_of(y) - 1) + error * error / df);
  return Noise{std::sqrt(within_round), df, std::sqrt(of_run), df_run, rungs};
}

}  // namespace scalegen

#include "analysis/models/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scalegen::models {
namespace {

constexpr double kLevel = 0.01;

double largest_residual(const Fit& fit) {
  double largest = 0;
  for (const double residual : fit.residuals) largest = std::max(largest, std::abs(residual));
  return largest;
}

const Fit& closest(const std::vector<Fit>& fits) {
  return *std::ranges::min_element(fits, {}, &Fit::chi_squared);
}

std::string scatter_text(const MeasuredSizes& measured) {
  if (!measured.run_sd)
    return fmt::format("a single round is taken to scatter by {:.0f} %", 100 * kAssumedScatter);
  return fmt::format("rounds scatter by {:.2g} %", 100 * *measured.run_sd);
}

std::string why_none(const std::vector<Fit>& fits, const MeasuredSizes& measured) {
  const auto& fit = closest(fits);
  return fmt::format("no law fits: {} misses a rung by {:.2g} %, and {}", name_of(fit.law),
                     100 * largest_residual(fit), scatter_text(measured));
}

}  // namespace

Choice choose(const MeasuredSizes& measured) {
  Choice choice;
  const auto sizes = distinct_sizes(measured);
  if (sizes < kLeastSizes) {
    choice.why = fmt::format("a law needs {} different sizes, and {} {} {}", kLeastSizes, sizes,
                             sizes == 1 ? "was" : "were",
                             measured.not_comparable ? "comparable with the baseline" : "measured");
    return choice;
  }
  for (const auto law : laws_for(measured))
    if (sizes > parameters_of(law)) choice.fits.push_back(fit(law, measured));
  for (std::size_t i = 0; i < choice.fits.size(); ++i) {
    const auto& fit = choice.fits[i];
    if (fit.lack_of_fit_p < kLevel) continue;
    if (!choice.chosen || fit.aic < choice.fits[*choice.chosen].aic - 1e-9) choice.chosen = i;
  }
  if (!choice.chosen)
    choice.why = why_none(choice.fits, measured);
  else if (choice.fits.size() == 1)
    choice.why = fmt::format("{} sizes allow no other law", sizes);
  else
    choice.why = fmt::format("best of {} laws by AIC", choice.fits.size());
  return choice;
}

}  // namespace scalegen::models

#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/models/model.hpp"
#include "analysis/statistics/intervals.hpp"

namespace scalegen::models {

struct Share {
  std::string name{};
  stats::Estimate estimate{};  // of c, the time of one worker; no interval without scatter
  bool operator==(const Share&) const = default;
};

/// A law fitted to logarithms of times by least squares, weighted by the number of rounds.
struct Fit {
  Law law = Law::amdahl;
  double log_c = 0;
  std::vector<Share> shares{};
  std::vector<double> residuals{};  // log(measured / fitted), by size
  double chi_squared = 0;           // of the residuals: their variance is noise_variance
  double degrees_of_freedom = 0;
  double lack_of_fit_p = 1;  // that residuals are so large by chance; 1 without degrees of freedom
  double aic = 0;            // Akaike's criterion for known variances: chi_squared + 2 x parameters
  bool operator==(const Fit&) const = default;
};

/// The share by which even the best law misses a rung: placement, clocks, alignment of batches. Part of every
/// variance, so that many rounds do not make a law exact.
inline constexpr double kModelError = 0.02;

/// What a single round is assumed to scatter by.
inline constexpr double kAssumedScatter = 0.02;

/// The variance of the logarithm of a rung's time around a law: kModelError and the scatter of runs.
double noise_variance(const MeasuredSizes& measured, int runs);

/// Needs as many different sizes as the law has parameters.
Fit fit(Law law, const MeasuredSizes& measured);

double log_time(const Fit& fit, Scaling scaling, const Size& size);

/// The laws that were fitted, and the one that the data support.
struct Choice {
  std::vector<Fit> fits{};              // those with at least one size more than parameters
  std::optional<std::size_t> chosen{};  // of `fits`
  std::string why{};                    // it was chosen, or why none was
  bool operator==(const Choice&) const = default;
};

/// At least as many different sizes, or no law is chosen.
inline constexpr std::size_t kLeastSizes = 3;

/// Chooses the law with the smallest aic (fit.hpp) of those whose residuals are explained by the scatter of
/// runs and kModelError (lack_of_fit_p of at least 1 %); none if no residuals are, and below kLeastSizes.
Choice choose(const MeasuredSizes& measured);

}  // namespace scalegen::models

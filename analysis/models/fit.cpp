#include "analysis/models/fit.hpp"

#include <fmt/format.h>
#include <Eigen/Dense>
#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/NonLinearOptimization>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::models {
namespace {

// The solver's unknowns are log c and the square roots of shares: no share is below 0.
std::vector<double> shares_from(Law law, const Eigen::VectorXd& unknowns) {
  std::vector<double> shares;
  for (Eigen::Index i = 1; i < unknowns.size(); ++i)
    shares.push_back(std::min(unknowns[i] * unknowns[i], largest_share(law)));
  return shares;
}

/// What Eigen's Levenberg-Marquardt minimises: weighted residuals, and their derivatives.
struct Residuals {
  Law law;
  const MeasuredSizes& measured;

  double model(const Eigen::VectorXd& unknowns, std::size_t k) const {
    return unknowns[0] +
           log_relative_time(law, measured.scaling, shares_from(law, unknowns), measured.sizes[k].size);
  }

  int values() const { return static_cast<int>(measured.sizes.size()); }

  int operator()(const Eigen::VectorXd& unknowns, Eigen::VectorXd& residuals) const {
    for (std::size_t k = 0; k < measured.sizes.size(); ++k)
      residuals[static_cast<Eigen::Index>(k)] = (measured.sizes[k].log_time - model(unknowns, k)) / sd(k);
    return 0;
  }

  int df(const Eigen::VectorXd& unknowns, Eigen::MatrixXd& derivatives) const {
    for (Eigen::Index i = 0; i < unknowns.size(); ++i) {
      const double step = 1e-6 * std::max(std::abs(unknowns[i]), 1e-3);
      auto above = unknowns;
      auto below = unknowns;
      above[i] += step;
      below[i] -= step;
      for (std::size_t k = 0; k < measured.sizes.size(); ++k)
        derivatives(static_cast<Eigen::Index>(k), i) =
            (model(below, k) - model(above, k)) / (2 * step) / sd(k);
    }
    return 0;
  }

  double sd(std::size_t k) const { return std::sqrt(noise_variance(measured, measured.sizes[k].runs)); }
};

struct Minimum {
  Eigen::VectorXd unknowns{};
  double chi_squared = 0;
};

Minimum minimum_from(const Residuals& residuals, double first_share, std::size_t shares) {
  const auto& smallest = residuals.measured.sizes.front();
  Minimum found{.unknowns =
                    Eigen::VectorXd::Constant(static_cast<Eigen::Index>(shares + 1), std::sqrt(first_share))};
  found.unknowns[0] = smallest.log_time + std::log(smallest.size.workers);
  Eigen::LevenbergMarquardt<const Residuals> solver(residuals);
  solver.minimize(found.unknowns);
  Eigen::VectorXd left(residuals.values());
  residuals(found.unknowns, left);
  found.chi_squared = left.squaredNorm();
  return found;
}

// A square root that begins at 0 stays there, and a large share hides the others: begins at several.
Minimum best_minimum(const Residuals& residuals, std::size_t shares) {
  Minimum best{.chi_squared = INFINITY};
  for (const double first : {1e-5, 1e-3, 1e-1}) {
    auto found = minimum_from(residuals, first, shares);
    if (found.chi_squared < best.chi_squared) best = std::move(found);
  }
  return best;
}

// In terms of log c and of the shares themselves: derivatives by the square root vanish at 0.
Eigen::MatrixXd share_derivatives(const Residuals& residuals, double log_c,
                                  const std::vector<double>& shares) {
  Eigen::MatrixXd derivatives(residuals.values(), static_cast<Eigen::Index>(shares.size() + 1));
  for (std::size_t k = 0; k < residuals.measured.sizes.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    const auto at = [&](const std::vector<double>& some) {
      return log_c + log_relative_time(residuals.law, residuals.measured.scaling, some,
                                       residuals.measured.sizes[k].size);
    };
    derivatives(row, 0) = 1 / residuals.sd(k);
    for (std::size_t i = 0; i < shares.size(); ++i) {
      auto above = shares;
      const double step = std::max(1e-4 * shares[i], 1e-8);
      above[i] += step;
      derivatives(row, static_cast<Eigen::Index>(i + 1)) = (at(above) - at(shares)) / step / residuals.sd(k);
    }
  }
  return derivatives;
}

std::vector<Share> shares_with_intervals(const Residuals& residuals, double log_c,
                                         const std::vector<double>& shares) {
  const auto derivatives = share_derivatives(residuals, log_c, shares);
  const Eigen::MatrixXd information = derivatives.transpose() * derivatives;
  const Eigen::FullPivLU<Eigen::MatrixXd> solver(information);
  const double wide = quantile(boost::math::normal(), 0.975);
  const auto names = shares_of(residuals.law);
  std::vector<Share> all;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    Share share{.name = names[i], .estimate = {.centre = shares[i]}};
    if (solver.isInvertible()) {
      const auto index = static_cast<Eigen::Index>(i + 1);
      const double half = wide * std::sqrt(solver.inverse()(index, index));
      share.estimate.interval = stats::Interval{
          std::max(shares[i] - half, 0.0), std::min(shares[i] + half, largest_share(residuals.law)), 0.95};
    }
    all.push_back(std::move(share));
  }
  return all;
}

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

double noise_variance(const MeasuredSizes& measured, int runs) {
  const double scatter = measured.run_sd.value_or(kAssumedScatter);
  return scatter * scatter / runs + kModelError * kModelError;
}

Fit fit(Law law, const MeasuredSizes& measured) {
  const Residuals residuals{law, measured};
  const auto found = best_minimum(residuals, shares_of(law).size());
  const auto shares = shares_from(law, found.unknowns);
  Fit fit{.law = law, .log_c = found.unknowns[0], .chi_squared = found.chi_squared};
  fit.shares = shares_with_intervals(residuals, fit.log_c, shares);
  for (const auto& size : measured.sizes)
    fit.residuals.push_back(size.log_time - log_time(fit, measured.scaling, size.size));
  const auto parameters = static_cast<double>(parameters_of(law));
  fit.degrees_of_freedom = static_cast<double>(measured.sizes.size()) - parameters;
  if (fit.degrees_of_freedom > 0)
    fit.lack_of_fit_p = stats::chi_squared_tail(fit.degrees_of_freedom, fit.chi_squared);
  fit.aic = fit.chi_squared + 2 * parameters;
  return fit;
}

double log_time(const Fit& fit, Scaling scaling, const Size& size) {
  std::vector<double> shares;
  for (const auto& share : fit.shares) shares.push_back(share.estimate.centre);
  return fit.log_c + log_relative_time(fit.law, scaling, shares, size);
}

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

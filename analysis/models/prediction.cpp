#include "analysis/models/prediction.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>

namespace scalegen::models {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// How much a rung may differ from any curve, and how probable that is before anything was measured.
struct Deviation {
  double sd = 0;
  double probability = 0;
};
constexpr std::array kDeviations = {Deviation{0.005, 0.10}, Deviation{0.01, 0.20}, Deviation{0.02, 0.25},
                                    Deviation{0.04, 0.20},  Deviation{0.08, 0.12}, Deviation{0.16, 0.08},
                                    Deviation{0.32, 0.05}};

/// A step beyond the largest size: the probability in each doubling, and the logarithms of its cost.
constexpr double kStepInADoubling = 0.1;
constexpr std::array kSteps = {0.03, 0.08, 0.2, 0.45, 0.9};

/// Components with less probability change no digit.
constexpr double kNegligible = 1e-7;

double doublings(const Size& from, const Size& to) { return std::log2(to.workers / from.workers); }

/// The Cholesky factor of a covariance that each pair of sizes has from its smaller one, and each size from
/// itself alone (Foreman-Mackey et al., Astronomical Journal 154 (2017) 220): time and memory grow with the
/// sizes, not with their square.
class Factor {
 public:
  Factor() = default;

  // Shared with all larger sizes, and of each size alone.
  Factor(const VectorXd& shared, const VectorXd& own) : weights_(shared.size()), variances_(shared.size()) {
    double known = 0;
    for (Eigen::Index i = 0; i < shared.size(); ++i) {
      const double left = shared[i] - known;
      variances_[i] = own[i] + left;
      weights_[i] = left / variances_[i];
      known += left * weights_[i];
    }
  }

  // Replaces each value by the part of it that the values before do not predict.
  void whiten(VectorXd& values) const {
    double expected = 0;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      values[i] -= expected;
      expected += weights_[i] * values[i];
    }
  }

  [[nodiscard]] VectorXd solve(VectorXd values) const {
    whiten(values);
    values.array() /= variances_.array();
    double later = 0;
    for (Eigen::Index i = values.size(); i-- > 0;) {
      values[i] -= weights_[i] * later;
      later += values[i];
    }
    return values;
  }

  [[nodiscard]] double square(VectorXd values) const {
    whiten(values);
    return (values.array().square() / variances_.array()).sum();
  }

  [[nodiscard]] double log_determinant() const { return variances_.array().log().sum(); }

 private:
  VectorXd weights_{};
  VectorXd variances_{};  // of these parts
};

/// The covariance of logarithms at the measured sizes, for one deviation.
struct Covariance {
  Factor factor{};
  VectorXd inverse_of_ones{};
  double information = 0;  // on the scale, which is unknown
};

double covariance(const MeasuredSizes& measured, double deviation, const Size& a, const Size& b) {
  const auto& smallest = measured.sizes.front().size;
  const double shared = std::max(std::min(doublings(smallest, a), doublings(smallest, b)), 0.0);
  return deviation * deviation * shared;
}

double own_variance(const MeasuredSizes& measured, double deviation, int runs) {
  const double scatter = measured.run_sd.value_or(0);
  return deviation * deviation + scatter * scatter / runs;
}

Covariance covariance_of(const MeasuredSizes& measured, double deviation) {
  const auto n = static_cast<Eigen::Index>(measured.sizes.size());
  VectorXd shared(n);
  VectorXd own(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto& at = measured.sizes[static_cast<std::size_t>(i)];
    shared[i] = covariance(measured, deviation, at.size, at.size);
    own[i] = own_variance(measured, deviation, at.runs);
  }
  Covariance result{.factor = Factor(shared, own)};
  result.inverse_of_ones = result.factor.solve(VectorXd::Ones(n));
  result.information = result.inverse_of_ones.sum();
  return result;
}

/// The conditional normal distribution at a size: mean = the curve there + weights x residuals.
struct Conditional {
  VectorXd with_measured{};
  VectorXd weights{};
};

Conditional conditional_at(const MeasuredSizes& measured, const Covariance& known, double deviation,
                           const Size& size) {
  VectorXd with(static_cast<Eigen::Index>(measured.sizes.size()));
  for (Eigen::Index k = 0; k < with.size(); ++k)
    with[k] = covariance(measured, deviation, measured.sizes[static_cast<std::size_t>(k)].size, size);
  const VectorXd solved = known.factor.solve(with);
  const double scale = (1 - with.dot(known.inverse_of_ones)) / known.information;
  return {.with_measured = with, .weights = solved + scale * known.inverse_of_ones};
}

double conditional_variance(const MeasuredSizes& measured, const Covariance& known, double deviation,
                            const Conditional& at, const Size& size) {
  const double rest = 1 - at.with_measured.dot(known.inverse_of_ones);
  return covariance(measured, deviation, size, size) -
         at.with_measured.dot(known.factor.solve(at.with_measured)) + rest * rest / known.information;
}

struct Bin {
  double mean = 0;
  double sd = 0;
  double probability = 0;
};

/// Normal distributions of one standard deviation, by mean: in bins of half of it, on which the spread of a
/// bin adds one percent.
class Bins {
 public:
  Bins(double sd, double least, double most)
      : sd_(sd), least_(least), probability_(static_cast<std::size_t>((most - least) / sd * 2) + 2) {}

  void add(double mean, double share) {
    probability_[static_cast<std::size_t>((mean - least_) / sd_ * 2 + 0.5)] += share;
  }

  void append_to(std::vector<Bin>& all) const {
    for (std::size_t i = 0; i < probability_.size(); ++i)
      if (probability_[i] > kNegligible)
        all.push_back(
            {.mean = least_ + static_cast<double>(i) * sd_ / 2, .sd = sd_, .probability = probability_[i]});
  }

 private:
  double sd_;
  double least_;
  std::vector<double> probability_{};
};

// Each with and without a step: of a probability that steps share equally.
std::vector<Bin> with_steps(const std::vector<Bin>& bins, double stepped) {
  if (stepped <= 0) return bins;
  std::vector<Bin> all;
  for (const auto& bin : bins) {
    all.push_back({.mean = bin.mean, .sd = bin.sd, .probability = bin.probability * (1 - stepped)});
    for (const double step : kSteps)
      all.push_back(
          {.mean = bin.mean + step, .sd = bin.sd, .probability = bin.probability * stepped / kSteps.size()});
  }
  return all;
}

double probability_below(const std::vector<Bin>& bins, double value) {
  constexpr double kCertain = 6;  // standard deviations
  double sum = 0;
  for (const auto& bin : bins) {
    const double above = (bin.mean - value) / bin.sd;
    if (above < kCertain)
      sum += bin.probability * (above < -kCertain ? 1 : 0.5 * std::erfc(above * M_SQRT1_2));
  }
  return sum;
}

double quantile_of(const std::vector<Bin>& bins, double probability, double low, double high) {
  while (high - low > 1e-4) {
    const double middle = (low + high) / 2;
    (probability_below(bins, middle) < probability ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// All cost curves with all deviations, by how well they agree with what was measured.
struct WeighedCurves {
  MeasuredSizes measured{};
  std::vector<CostCurve> curves{};
  std::vector<Covariance> covariances{};  // by deviation
  MatrixXd residuals{};                   // by measured size and curve, up to a constant
  MatrixXd probabilities{};               // by curve and deviation

  explicit WeighedCurves(const MeasuredSizes& sizes) : measured(sizes), curves(cost_curves(sizes)) {
    for (const auto& deviation : kDeviations) covariances.push_back(covariance_of(measured, deviation.sd));
    set_residuals();
    weigh_curves();
  }

  VectorXd log_costs_at(const Size& size) const {
    VectorXd costs(static_cast<Eigen::Index>(curves.size()));
    for (std::size_t c = 0; c < curves.size(); ++c)
      costs[static_cast<Eigen::Index>(c)] = curves[c].log_cost(size);
    return costs;
  }

  void set_residuals() {
    residuals.resize(static_cast<Eigen::Index>(measured.sizes.size()),
                     static_cast<Eigen::Index>(curves.size()));
    for (Eigen::Index k = 0; k < residuals.rows(); ++k) {
      const auto& size = measured.sizes[static_cast<std::size_t>(k)];
      residuals.row(k) =
          (size.log_time + std::log(size.size.workers) - log_costs_at(size.size).array()).transpose();
    }
  }

  // The scale is unknown: it is integrated out, with every scale as probable as any other.
  VectorXd log_likelihoods(const Covariance& known) const {
    VectorXd squares(residuals.cols());
    for (Eigen::Index c = 0; c < squares.size(); ++c) squares[c] = known.factor.square(residuals.col(c));
    const VectorXd on_scale = residuals.transpose() * known.inverse_of_ones;
    return -0.5 * (squares.array() - on_scale.array().square() / known.information +
                   known.factor.log_determinant() + std::log(known.information));
  }

  void weigh_curves() {
    probabilities.resize(residuals.cols(), kDeviations.size());
    for (std::size_t d = 0; d < kDeviations.size(); ++d)
      probabilities.col(static_cast<Eigen::Index>(d)) =
          log_likelihoods(covariances[d]).array() + std::log(kDeviations[d].probability);
    for (std::size_t c = 0; c < curves.size(); ++c)
      probabilities.row(static_cast<Eigen::Index>(c)).array() += std::log(curves[c].probability);
    probabilities = (probabilities.array() - probabilities.maxCoeff()).exp();
    probabilities /= probabilities.sum();
  }

  Conditional conditional(std::size_t deviation, const Size& size) const {
    return conditional_at(measured, covariances[deviation], kDeviations[deviation].sd, size);
  }

  // The mean at a size for each curve.
  VectorXd means_at(const Conditional& conditional, const Size& size) const {
    return (log_costs_at(size) + residuals.transpose() * conditional.weights).array() -
           std::log(size.workers);
  }

  // Of one run of a size.
  double variance_at(std::size_t deviation, const Conditional& at, const Size& size) const {
    const double sd = kDeviations[deviation].sd;
    return own_variance(measured, sd, 1) +
           conditional_variance(measured, covariances[deviation], sd, at, size);
  }
};

}  // namespace

PredictedTime predicted_time(const MeasuredSizes& measured, const Size& size) {
  const WeighedCurves curves(measured);
  const double beyond = std::max(doublings(measured.sizes.back().size, size), 0.0);
  const double stepped = 1 - std::pow(1 - kStepInADoubling, beyond);
  std::vector<Bin> bins;
  double low = INFINITY;
  double high = -INFINITY;
  for (std::size_t d = 0; d < kDeviations.size(); ++d) {
    const auto conditional = curves.conditional(d, size);
    const double sd = std::sqrt(curves.variance_at(d, conditional, size));
    const auto means = curves.means_at(conditional, size);
    Bins of_deviation(sd, means.minCoeff(), means.maxCoeff());
    for (Eigen::Index c = 0; c < means.size(); ++c)
      of_deviation.add(means[c], curves.probabilities(c, static_cast<Eigen::Index>(d)));
    of_deviation.append_to(bins);
    low = std::min(low, means.minCoeff() - 6 * sd);
    high = std::max(high, means.maxCoeff() + kSteps.back() + 6 * sd);
  }
  const auto all = with_steps(bins, stepped);
  const double tail = (1 - kPredictionLevel) / 2;
  return {.log_time = quantile_of(all, 0.5, low, high),
          .log_low = quantile_of(all, tail, low, high),
          .log_high = quantile_of(all, 1 - tail, low, high)};
}

}  // namespace scalegen::models

#include "analysis/statistics/two_way_model.hpp"

#include <Eigen/QR>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scalegen::stats {
namespace {

using Rungs = std::vector<std::size_t>;

// Ranks from 1; tied values share their mean rank.
std::vector<double> ranks_of(const std::vector<double>& values) {
  auto sorted = values;
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> ranks;
  for (const double value : values) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
    ranks.push_back(static_cast<double>((first - sorted.begin()) + (last - sorted.begin()) + 1) / 2);
  }
  return ranks;
}

// Below the resolution of any clock: differences of this size are rounding, not noise.
constexpr double kRounding = 1e-12;

struct Model {
  Eigen::MatrixXd rungs{};  // one row per run, one column per rung
  Eigen::VectorXd times{};
  int rounds = 0;  // removed by subtracting their means
};

std::vector<std::size_t> observed_columns(const LogTimes& y, const std::vector<std::size_t>& rungs,
                                          std::size_t round) {
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < rungs.size(); ++c)
    if (y[rungs[c]][round]) columns.push_back(c);
  return columns;
}

Eigen::Index runs_of(const LogTimes& y, const std::vector<std::size_t>& rungs) {
  std::size_t count = 0;
  for (const auto rung : rungs) count += observed(y[rung]).size();
  return static_cast<Eigen::Index>(count);
}

// Frisch-Waugh-Lovell: with each round's mean subtracted from both sides, the rounds need no columns of their
// own, and a thousand rounds cost no more than their rows.
Model without_rounds(const LogTimes& y, const std::vector<std::size_t>& rungs) {
  const auto runs = runs_of(y, rungs);
  Model model{.rungs = Eigen::MatrixXd::Zero(runs, static_cast<Eigen::Index>(rungs.size())),
              .times = Eigen::VectorXd(runs)};
  Eigen::Index row = 0;
  for (std::size_t round = 0; round < rounds_of(y); ++round) {
    const auto columns = observed_columns(y, rungs, round);
    if (columns.empty()) continue;
    ++model.rounds;
    double sum = 0;
    for (const auto c : columns) sum += *y[rungs[c]][round];
    const auto share = 1.0 / static_cast<double>(columns.size());
    for (const auto c : columns) {
      for (const auto other : columns) model.rungs(row, static_cast<Eigen::Index>(other)) = -share;
      model.rungs(row, static_cast<Eigen::Index>(c)) += 1;
      model.times(row++) = *y[rungs[c]][round] - sum * share;
    }
  }
  return model;
}

constexpr double kDropLevel = 0.10;

Rungs rungs_observed_twice(const LogTimes& y) {
  Rungs rungs;
  for (std::size_t k = 0; k < y.size(); ++k)
    if (observed(y[k]).size() >= 2) rungs.push_back(k);
  return rungs;
}

Rungs without(Rungs rungs, std::size_t position) {
  rungs.erase(rungs.begin() + static_cast<std::ptrdiff_t>(position));
  return rungs;
}

/// What the two-way model, log time = rung + round, does not explain.
struct Residual {
  double sum_of_squares = 0;  // exactly 0 if only rounding is left
  int df = 0;
};

// F test: the probability that the residual sum of squares falls this much when a rung as noisy as the rest
// is left out.
double drop_p_value(const Residual& all, const Residual& rest) {
  if (rest.sum_of_squares <= 0 || rest.df <= 0 || all.df <= rest.df) return 1;
  const double df = all.df - rest.df;
  const double f = (all.sum_of_squares - rest.sum_of_squares) / df * rest.df / rest.sum_of_squares;
  return cdf(complement(boost::math::fisher_f(df, rest.df), std::max(f, 0.0)));
}

Residual residual_of(const LogTimes& y, const std::vector<std::size_t>& rungs) {
  const auto model = without_rounds(y, rungs);
  const auto runs = model.times.size();
  if (runs == 0) return {};
  const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> qr(model.rungs);  // always rank-deficient
  const double ss = (model.times - model.rungs * qr.solve(model.times)).squaredNorm();
  const bool only_rounding = ss <= static_cast<double>(runs) * kRounding * kRounding;
  return {only_rounding ? 0 : ss, static_cast<int>(runs - qr.rank()) - model.rounds};
}

// Drops one rung at a time, the noisiest first, and keeps at least two.
Rungs without_noisy_rungs(const LogTimes& y, Rungs rungs) {
  while (rungs.size() > 2) {
    const auto all = residual_of(y, rungs);
    std::vector<double> chances;
    for (std::size_t i = 0; i < rungs.size(); ++i)
      chances.push_back(drop_p_value(all, residual_of(y, without(rungs, i))));
    const auto least = std::min_element(chances.begin(), chances.end());
    if (*least * static_cast<double>(rungs.size()) >= kDropLevel) break;
    rungs.erase(rungs.begin() + (least - chances.begin()));
  }
  return rungs;
}

double variance_within_rungs(const LogTimes& y, const Rungs& rungs) {
  std::vector<double> variances;
  for (const auto k : rungs) variances.push_back(sample_variance(observed(y[k])));
  return mean(variances);
}

}  // namespace

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double sample_variance(const std::vector<double>& values) {
  const double centre = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return sum / static_cast<double>(values.size() - 1);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

std::vector<double> observed(const LogTimeColumn& column) {
  std::vector<double> values;
  for (const auto& value : column)
    if (value) values.push_back(*value);
  return values;
}

PairedRounds paired_rounds(const LogTimes& y, std::size_t a, std::size_t b) {
  PairedRounds both;
  for (std::size_t round = 0; round < rounds_of(y); ++round) {
    if (!y[a][round] || !y[b][round]) continue;
    both.a.push_back(*y[a][round]);
    both.b.push_back(*y[b][round]);
  }
  return both;
}

bool rounds_differ(const LogTimes& y) {
  const auto rounds = rounds_of(y);
  std::vector<double> rank_sums(rounds, 0.0);
  double judges = 0;
  for (const auto& column : y) {
    const auto values = observed(column);
    if (values.size() < rounds) continue;
    const auto ranks = ranks_of(values);
    for (std::size_t r = 0; r < rounds; ++r) rank_sums[r] += ranks[r];
    ++judges;
  }
  if (judges < 3) return true;
  const auto n = static_cast<double>(rounds);
  double spread = 0;
  for (const double sum : rank_sums) spread += (sum - judges * (n + 1) / 2) * (sum - judges * (n + 1) / 2);
  const boost::math::chi_squared by_chance(n - 1);
  return cdf(complement(by_chance, 12 * spread / (judges * n * (n + 1)))) < 0.05;
}

std::optional<Noise> noise_of(const LogTimes& y) {
  const auto rungs = without_noisy_rungs(y, rungs_observed_twice(y));
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

}  // namespace scalegen::stats

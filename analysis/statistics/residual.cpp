#include "analysis/statistics/residual.hpp"

#include <Eigen/QR>

namespace scalegen {
namespace {

// No clock tells such log times apart: it is rounding, and no noise to judge others by.
constexpr double kRounding = 1e-12;

struct Model {
  Eigen::MatrixXd rungs{};  // a row a run, a column a rung
  Eigen::VectorXd times{};
  int rounds = 0;  // that were swept out
};

std::vector<std::size_t> seen_in(const LogTimes& y, const std::vector<std::size_t>& rungs,
                                 std::size_t round) {
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < rungs.size(); ++c)
    if (y[rungs[c]][round]) columns.push_back(c);
  return columns;
}

Eigen::Index runs_of(const LogTimes& y, const std::vector<std::size_t>& rungs) {
  std::size_t count = 0;
  for (const auto rung : rungs) count += seen(y[rung]).size();
  return static_cast<Eigen::Index>(count);
}

// Frisch, Waugh and Lovell: with each round's mean taken from both sides, the rounds need no columns of their
// own, and a thousand of them cost no more than their rows.
Model without_rounds(const LogTimes& y, const std::vector<std::size_t>& rungs) {
  const auto runs = runs_of(y, rungs);
  Model model{.rungs = Eigen::MatrixXd::Zero(runs, static_cast<Eigen::Index>(rungs.size())),
              .times = Eigen::VectorXd(runs)};
  Eigen::Index row = 0;
  for (std::size_t round = 0; round < rounds_of(y); ++round) {
    const auto columns = seen_in(y, rungs, round);
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

}  // namespace

Residual residual_of(const LogTimes& y, const std::vector<std::size_t>& rungs) {
  const auto model = without_rounds(y, rungs);
  const auto runs = model.times.size();
  if (runs == 0) return {};
  const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> qr(
      model.rungs);  // of less than full rank, always
  const double ss = (model.times - model.rungs * qr.solve(model.times)).squaredNorm();
  const bool only_rounding = ss <= static_cast<double>(runs) * kRounding * kRounding;
  return {only_rounding ? 0 : ss, static_cast<int>(runs - qr.rank()) - model.rounds};
}

}  // namespace scalegen

#include "analysis/models/prediction.hpp"

#include <algorithm>
#include <cmath>

namespace scalegen::models {
namespace {

constexpr double kLeastShare = 1e-5;
constexpr double kMostShare = 3;

std::vector<double> share_grid(std::size_t points) {
  std::vector<double> shares;
  const double step = std::log(kMostShare / kLeastShare) / static_cast<double>(points - 1);
  for (std::size_t i = 0; i < points; ++i)
    shares.push_back(kLeastShare * std::exp(step * static_cast<double>(i)));
  return shares;
}

/// A cost of communication beside computation, as a multiple of its share.
using Overhead = std::function<double(const Size&)>;

void add_one_share(std::vector<CostCurve>& curves, double probability, const Overhead& overhead) {
  const auto shares = share_grid(48);
  for (const double share : shares)
    curves.push_back({.probability = probability / static_cast<double>(shares.size()),
                      .log_cost = [=](const Size& size) { return std::log1p(share * overhead(size)); }});
}

void add_two_shares(std::vector<CostCurve>& curves, double probability, const Overhead& one,
                    const Overhead& other) {
  const auto shares = share_grid(18);
  const auto count = static_cast<double>(shares.size() * shares.size());
  for (const double a : shares)
    for (const double b : shares)
      curves.push_back({.probability = probability / count, .log_cost = [=](const Size& size) {
                          return std::log1p(a * one(size) + b * other(size));
                        }});
}

// Without a mechanism: what cannot be told from a straight line in logarithms. Slightly negative exponents
// are data that fit into faster memory when they are spread.
void add_powers(std::vector<CostCurve>& curves, double probability) {
  constexpr double kLeast = -0.2;
  constexpr double kStep = 0.02;
  constexpr int kCount = 66;
  double sum = 0;
  const auto weight = [&](int i) { return std::exp(-std::abs(kLeast + kStep * i - 0.04) / 0.12); };
  for (int i = 0; i < kCount; ++i) sum += weight(i);
  for (int i = 0; i < kCount; ++i)
    curves.push_back({.probability = probability * weight(i) / sum, .log_cost = [=](const Size& size) {
                        return (kLeast + kStep * i) * std::log(size.workers);
                      }});
}

bool knows_nodes(const MeasuredSizes& measured) {
  return std::ranges::all_of(measured.sizes, [](const auto& size) { return size.size.nodes.has_value(); });
}

}  // namespace

std::vector<CostCurve> cost_curves(const MeasuredSizes& measured) {
  const double smallest = measured.sizes.front().size.workers;
  const Overhead constant_bandwidth = [](const Size& s) { return 1 - 1 / s.workers; };
  const Overhead latencies = [](const Size& s) { return std::log2(s.workers); };
  const Overhead linear = [=](const Size& s) { return s.workers / smallest; };
  const Overhead quadratic = [=](const Size& s) { return s.workers * s.workers / smallest / smallest; };
  const Overhead linear_latencies = [=](const Size& s) {
    return s.workers / smallest * std::log2(2 * s.workers / smallest);
  };
  std::vector<CostCurve> curves;
  add_one_share(curves, 0.2, linear);
  add_one_share(curves, 0.15, constant_bandwidth);
  add_one_share(curves, 0.1, latencies);
  add_one_share(curves, 0.1, linear_latencies);
  add_two_shares(curves, 0.2, linear, quadratic);
  add_powers(curves, 0.25);
  if (knows_nodes(measured)) {
    const bool is_strong = measured.scaling == Scaling::strong;  // no curve keeps all sizes
    const Overhead between_nodes = [=](const Size& s) {
      const double nodes = s.nodes.value_or(1);
      return (nodes - 1) / nodes * (is_strong ? s.workers / smallest : 1);
    };
    add_two_shares(curves, 0.2, linear, between_nodes);
  }
  return curves;
}

}  // namespace scalegen::models

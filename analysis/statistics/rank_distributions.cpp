#include "analysis/statistics/rank_distributions.hpp"

#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numeric>

namespace scalegen {
namespace {

using Probabilities = std::vector<double>;

Probabilities cumulated(Probabilities p) {
  std::partial_sum(p.begin(), p.end(), p.begin());
  return p;
}

Probabilities normal_distribution(double mean, double variance, int most) {
  const boost::math::normal normal(mean, std::sqrt(variance));
  Probabilities tail;
  for (int u = 0; u <= most; ++u) tail.push_back(cdf(normal, u + 0.5));
  return tail;
}

// The largest of all values belongs to the first sample with probability m / (m + n), and then exceeds all n
// of the second: P(m, n, u) = (m P(m-1, n, u-n) + n P(m, n-1, u)) / (m + n).
Probabilities with_one_more(const Probabilities& less_m, const Probabilities& less_n, int m, int n) {
  Probabilities p(static_cast<std::size_t>(m * n) + 1, 0.0);
  const auto shift = static_cast<std::size_t>(n);
  const double share = static_cast<double>(m) / (m + n);
  for (std::size_t u = 0; u < less_m.size(); ++u) p[u + shift] += share * less_m[u];
  for (std::size_t u = 0; u < less_n.size(); ++u) p[u] += (1 - share) * less_n[u];
  return p;
}

Probabilities rank_sum_probabilities(int size) {
  std::vector<Probabilities> row(static_cast<std::size_t>(size) + 1, Probabilities{1.0});  // of m = 0, by n
  for (int m = 1; m <= size; ++m) {
    row[0] = {1.0};
    for (int n = 1; n <= size; ++n) {
      auto& cell = row[static_cast<std::size_t>(n)];
      cell = with_one_more(cell, row[static_cast<std::size_t>(n) - 1], m, n);
    }
  }
  return row.back();
}

// Rank i counts or does not, with even chances.
Probabilities signed_rank_probabilities(int n) {
  Probabilities p{1.0};
  for (std::size_t i = 1; i <= static_cast<std::size_t>(n); ++i) {
    Probabilities next(p.size() + i, 0.0);
    for (std::size_t u = 0; u < p.size(); ++u) {
      next[u] += p[u] / 2;
      next[u + i] += p[u] / 2;
    }
    p = std::move(next);
  }
  return p;
}

}  // namespace

std::vector<double> rank_sum_distribution(int n) {
  const double pairs = 1.0 * n * n;
  if (n > kMostExact) return normal_distribution(pairs / 2, pairs * (2.0 * n + 1) / 12, n * n);
  return cumulated(rank_sum_probabilities(n));
}

std::vector<double> signed_rank_distribution(int n) {
  const double pairs = 1.0 * n * (n + 1);
  if (n > kMostExact) return normal_distribution(pairs / 4, pairs * (2.0 * n + 1) / 24, n * (n + 1) / 2);
  return cumulated(signed_rank_probabilities(n));
}

}  // namespace scalegen

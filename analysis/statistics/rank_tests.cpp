#include "analysis/statistics/rank_tests.hpp"

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace scalegen::stats {
namespace {

using Probabilities = std::vector<double>;

// The largest of all values belongs to the first sample with probability m / (m + n), and then exceeds all n
// of the second: P(m, n, u) = (m P(m-1, n, u-n) + n P(m, n-1, u)) / (m + n).
Probabilities with_one_more(const Probabilities& less_m, const Probabilities& less_n, std::size_t m,
                            std::size_t n) {
  Probabilities p(m * n + 1, 0.0);
  const double share = static_cast<double>(m) / static_cast<double>(m + n);
  for (std::size_t u = 0; u < less_m.size(); ++u) p[u + n] += share * less_m[u];
  for (std::size_t u = 0; u < less_n.size(); ++u) p[u] += (1 - share) * less_n[u];
  return p;
}

Probabilities rank_sum_probabilities(std::size_t size, std::size_t other_size) {
  std::vector<Probabilities> row(other_size + 1, Probabilities{1.0});  // for m = 0, indexed by n
  for (std::size_t m = 1; m <= size; ++m)
    for (std::size_t n = 1; n <= other_size; ++n) row[n] = with_one_more(row[n], row[n - 1], m, n);
  return row.back();
}

// Each rank i is counted with probability 1/2.
Probabilities signed_rank_probabilities(std::size_t n) {
  Probabilities p{1.0};
  for (std::size_t i = 1; i <= n; ++i) {
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

NullDistribution::NullDistribution(const std::vector<double>& probabilities)
    : cumulated_(probabilities), largest_(probabilities.size() - 1) {
  std::partial_sum(cumulated_.begin(), cumulated_.end(), cumulated_.begin());
}

double NullDistribution::up_to(std::size_t u) const {
  if (!cumulated_.empty()) return cumulated_[u];
  const boost::math::normal normal(static_cast<double>(largest_) / 2, std::sqrt(variance_));
  return cdf(normal, static_cast<double>(u) + 0.5);
}

std::size_t NullDistribution::quantile(double p) const {
  std::size_t first = 0;
  std::size_t last = largest_;
  while (first < last) {
    const auto middle = first + (last - first) / 2;
    if (up_to(middle) < p)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

NullDistribution rank_sum_distribution(std::size_t m, std::size_t n) {
  // A table asks for the same sizes again and again, and the largest takes some milliseconds.
  thread_local std::map<std::pair<std::size_t, std::size_t>, NullDistribution> known;
  const std::pair sizes(std::min(m, n), std::max(m, n));  // U is distributed alike, whichever comes first
  if (sizes.second <= kMaxExact) {
    const auto found = known.find(sizes);
    if (found != known.end()) return found->second;
    return known.try_emplace(sizes, rank_sum_probabilities(sizes.first, sizes.second)).first->second;
  }
  const auto first = static_cast<double>(m);
  const auto second = static_cast<double>(n);
  return {m * n, first * second * (first + second + 1) / 12};
}

NullDistribution signed_rank_distribution(std::size_t n) {
  if (n <= kMaxExact) return NullDistribution(signed_rank_probabilities(n));
  const auto size = static_cast<double>(n);
  return {n * (n + 1) / 2, size * (size + 1) * (2 * size + 1) / 24};
}

}  // namespace scalegen::stats

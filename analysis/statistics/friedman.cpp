#include "analysis/statistics/friedman.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>

namespace scalegen {
namespace {

// Ranks from 1; equal values share the mean of theirs.
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

}  // namespace

bool rounds_differ(const LogTimes& y) {
  const auto rounds = rounds_of(y);
  std::vector<double> rank_sums(rounds, 0.0);
  double judges = 0;
  for (const auto& column : y) {
    const auto values = seen(column);
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

}  // namespace scalegen

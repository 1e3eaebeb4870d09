#pragma once
#include <cstddef>
#include <vector>

namespace scalegen::stats {

/// The distribution of a rank statistic U under the null hypothesis: exact up to kMaxExact values a sample.
/// Beyond that it is normal with the same mean and variance, which is right to three digits and needs no
/// table.
class NullDistribution {
 public:
  explicit NullDistribution(const std::vector<double>& probabilities);  // of U = 0, 1, 2 ...
  NullDistribution(std::size_t largest, double variance) : largest_(largest), variance_(variance) {}

  /// P(U <= u)
  [[nodiscard]] double up_to(std::size_t u) const;

  /// The smallest u with P(U <= u) >= p.
  [[nodiscard]] std::size_t quantile(double p) const;

 private:
  std::vector<double> cumulated_;  // empty: normal
  std::size_t largest_ = 0;
  double variance_ = 0;
};

inline constexpr std::size_t kMaxExact = 50;

/// Mann-Whitney U of samples of m and n values: from 0 to m * n.
NullDistribution rank_sum_distribution(std::size_t m, std::size_t n);

/// The same of two samples of one size.
inline NullDistribution rank_sum_distribution(std::size_t n) { return rank_sum_distribution(n, n); }

/// Wilcoxon's sum of the ranks of the positive values among n: from 0 to n (n + 1) / 2.
NullDistribution signed_rank_distribution(std::size_t n);

}  // namespace scalegen::stats

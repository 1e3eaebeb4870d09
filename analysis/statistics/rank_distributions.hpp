#pragma once
#include <vector>

namespace scalegen {

// Null distributions of rank statistics, cumulative: element u is P(U <= u). Exact up to kMostExact values a
// sample; beyond that the normal distribution with the same mean and variance, which is then right to four
// digits.
inline constexpr int kMostExact = 50;

/// Mann and Whitney's U of two samples of n values each; u from 0 to n * n.
std::vector<double> rank_sum_distribution(int n);

/// Wilcoxon's sum of the ranks of positive values among n; u from 0 to n (n + 1) / 2.
std::vector<double> signed_rank_distribution(int n);

}  // namespace scalegen

#pragma once
#include <functional>
#include <vector>

#include "analysis/models/measured_sizes.hpp"

namespace scalegen::models {

/// How the cost of equal work, N T, may grow with the size: one of many curves that predictions are weighed
/// over, each with the probability that it has before anything was measured.
struct CostCurve {
  double probability = 0;
  std::function<double(const Size&)> log_cost{};  // up to a constant
};

/// Curves of the ways in which communication grows with N, and of powers of N. Shares are on a logarithmic
/// grid: every order of magnitude from 10^-5 to 3 of the smallest size's time is as probable as any other.
std::vector<CostCurve> cost_curves(const MeasuredSizes& measured);

/// What the time of equal work at a size would be.
struct PredictedTime {
  double log_time = 0;  // the median
  double log_low = 0;
  double log_high = 0;
};

/// The coverage that predictions state.
inline constexpr double kPredictionLevel = 0.90;

/// What a size would take, weighed over all cost curves, by how well each agrees with what was measured:
/// Bayesian model averaging (Hoeting et al., Statistical Science 14 (1999) 382). A measured time is the
/// curve's times
/// - what a rung differs from any curve: 0.5 to 32 %, of which the data decide, independently for each rung
///   and as a random walk by doublings, so that far sizes are less certain than near ones;
/// - the scatter of runs, as the rounds show it;
/// - beyond the largest size, in one of ten doublings, a step: a cost of 3 to 150 % that comes all at once,
///   as with a second node or another switch.
/// These figures were chosen on simulated laws and public tables (docs/statistics.md); 90 % of the values
/// that are measured there later lie within the intervals.
PredictedTime predicted_time(const MeasuredSizes& measured, const Size& size);

}  // namespace scalegen::models

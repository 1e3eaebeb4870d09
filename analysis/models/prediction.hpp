#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "analysis/models/measured_sizes.hpp"
#include "analysis/statistics/intervals.hpp"

namespace scalegen::models {

/// How the cost of equal work, N T, may grow with the size: one of many curves that predictions are weighed
/// over, each with the probability that it has before anything was measured.
struct CostCurve {
  double probability = 0;
  std::function<double(const Size&)> log_cost{};  // up to a constant
};

/// Curves of all laws (model.hpp) and of powers of N, with shares on a logarithmic grid: every order of
/// magnitude from 10^-5 to 3 of the smallest size's time is as probable as any other.
std::vector<CostCurve> cost_curves(const MeasuredSizes& measured);

/// What the time of equal work at a size would be.
struct PredictedTime {
  Size size{};
  double log_time = 0;  // the median
  double log_low = 0;
  double log_high = 0;
};

/// The coverage that predictions state.
inline constexpr double kPredictionLevel = 0.90;

/// Predictions that are weighed over all cost curves, by how well each agrees with what was measured:
/// Bayesian model averaging (Hoeting et al., Statistical Science 14 (1999) 382). A measured time is the
/// curve's times
/// - what a rung differs from any curve: 0.5 to 32 %, of which the data decide, independently for each rung
///   and as a random walk by doublings, so that far sizes are less certain than near ones;
/// - the scatter of runs, as the rounds show it;
/// - beyond the largest size, in one of ten doublings, a step: a cost of 3 to 150 % that comes all at once,
///   as with a second node or another switch.
/// These figures were chosen on simulated laws and public tables (docs/predict.md); 90 % of the values
/// that are measured there later lie within the intervals.
class Outlook {
 public:
  explicit Outlook(const MeasuredSizes& measured);
  ~Outlook();
  Outlook(Outlook&&) noexcept;
  Outlook& operator=(Outlook&&) noexcept;

  PredictedTime at(const Size& size) const;

  /// The mean of the logarithm without a step: for prices, at a fraction of the time.
  double mean_at(const Size& size) const;

  /// The width of the prediction for `target`, in logarithms, after `runs` runs of `next`, over the width
  /// before: 0.5 halves it. By local linearisation: as if the prediction were normal.
  double width_left(const Size& target, const Size& next, int runs) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace scalegen::models

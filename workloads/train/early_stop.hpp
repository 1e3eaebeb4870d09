#pragma once

#include <algorithm>
#include <optional>

#include "workloads/train/options.hpp"

namespace scalegen::train {

/// Decides after an epoch whether it was the last. All ranks have the same accuracy, and decide the same.
class EarlyStop {
 public:
  explicit EarlyStop(const Options& options)
      : target_(options.target_accuracy), patience_(options.patience) {}

  /// The epochs so far, as far as they count.
  struct State {
    double best = -1;
    int64_t in_a_row = 0;
  };

  State state() const { return state_; }
  void restore(const State& state) { state_ = state; }

  /// True after `patience` epochs in a row (one unless it is given) that reach the target; without a target,
  /// that are no better than the best before.
  bool stops_after(double accuracy) {
    if (!target_ && !patience_) return false;
    const bool counts = target_ ? accuracy >= *target_ : accuracy <= state_.best;
    state_.best = std::max(state_.best, accuracy);
    state_.in_a_row = counts ? state_.in_a_row + 1 : 0;
    return has_stopped();
  }

  bool has_stopped() const { return (target_ || patience_) && state_.in_a_row >= patience_.value_or(1); }

 private:
  std::optional<double> target_;
  std::optional<int64_t> patience_;
  State state_;
};

}  // namespace scalegen::train

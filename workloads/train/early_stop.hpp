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

  /// True after `patience` epochs in a row (one unless it is given) that reach the target; without a target,
  /// that are no better than the best before.
  bool stops_after(double accuracy) {
    if (!target_ && !patience_) return false;
    const bool counts = target_ ? accuracy >= *target_ : accuracy <= best_;
    best_ = std::max(best_, accuracy);
    in_a_row_ = counts ? in_a_row_ + 1 : 0;
    return in_a_row_ >= patience_.value_or(1);
  }

 private:
  std::optional<double> target_;
  std::optional<int64_t> patience_;
  double best_ = -1;
  int64_t in_a_row_ = 0;  // epochs that count
};

}  // namespace scalegen::train

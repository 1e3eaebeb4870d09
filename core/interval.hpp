#pragma once

namespace scalegen {

/// A confidence interval of an estimate. For a single observation there is none (nullopt), not an empty one.
struct Interval {
  double low = 0;
  double high = 0;
  double coverage = 0;  // how often such an interval holds the true value: 0.95 is 95 %
  bool operator==(const Interval&) const = default;
};

}  // namespace scalegen

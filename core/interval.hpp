#pragma once

namespace scalegen {

/// What an estimate may be, and how often such an interval holds the truth. Absent, not empty, for one
/// observation.
struct Interval {
  double low = 0;
  double high = 0;
  double coverage = 0;  // 0.95 is 95 %
  bool operator==(const Interval&) const = default;
};

}  // namespace scalegen

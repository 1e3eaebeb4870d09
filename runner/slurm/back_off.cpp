#include "runner/slurm/back_off.hpp"

#include <algorithm>

namespace scalegen {

std::chrono::milliseconds next_interval(std::chrono::milliseconds last, bool changed) {
  return changed ? kShortestInterval : std::clamp(last * 3 / 2, kShortestInterval, kLongestInterval);
}

std::chrono::milliseconds with_jitter(std::chrono::milliseconds interval, double draw) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(interval * (0.9 + 0.2 * draw));
}

}  // namespace scalegen

#pragma once
#include <chrono>

namespace scalegen {

inline constexpr std::chrono::milliseconds kShortestInterval{2'000};
inline constexpr std::chrono::milliseconds kLongestInterval{60'000};

/// How long to wait before the next look: soon after something has changed, and ever longer while nothing
/// does. All sweeps of a site ask the same controller.
std::chrono::milliseconds next_interval(std::chrono::milliseconds last, bool changed);

/// A tenth more or less, so that many tools do not ask in step; `draw` from 0 to 1.
std::chrono::milliseconds with_jitter(std::chrono::milliseconds interval, double draw);

}  // namespace scalegen

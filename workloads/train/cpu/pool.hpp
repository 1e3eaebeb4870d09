#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scalegen::train::cpu {

// Pooling with relu over windows of 2 x 2, a plane at a time: `height` rows of `width` windows. A winner is
// the number of a window's largest element: 0, 1 above and 2, 3 below, or kNone where relu or dropout left
// nothing of it.

inline constexpr uint8_t kNone = 4;

/// Between the two halves of the work: of both rows of windows a value and a winner for each window.
struct HalfPooled {
  std::vector<float> values;
  std::vector<int32_t> winners;

  explicit HalfPooled(int64_t windows)
      : values(static_cast<std::size_t>(2 * windows)), winners(static_cast<std::size_t>(2 * windows)) {}
};

/// As in max_pool2d the first of equals wins.
void pool_plane(const float* x, float* out, uint8_t* winners, int64_t height, int64_t width,
                HalfPooled& half);

/// Windows of which nothing is left after dropout have no winner.
void forget_dropped(const float* out, uint8_t* winners, int64_t size);

/// Gives each window's gradient, scaled, to its winner, and 0 to the others.
void spread_plane(const float* gradient, const uint8_t* winners, float* out, int64_t height, int64_t width,
                  float scale, HalfPooled& half);

}  // namespace scalegen::train::cpu

#include "workloads/train/cpu/pool.hpp"

#include "workloads/train/cpu/dispatch.hpp"

// Written for the compiler to make vectors of: no branch, numbers of one width, and loops over the whole
// plane where rows are too short for a vector.
namespace scalegen::train::cpu {
namespace {

struct Best {
  float value;
  int32_t winner;
};

/// A number that is none wins, and so stays to be seen.
[[gnu::always_inline]] inline Best better(Best first, Best second) {
  const bool wins = second.value > first.value || second.value != second.value;
  return {wins ? second.value : first.value, wins ? second.winner : first.winner};
}

}  // namespace

SCALEGEN_FOR_EACH_CPU
void pool_plane(const float* __restrict x, float* __restrict out, uint8_t* __restrict winners, int64_t height,
                int64_t width, HalfPooled& half) {
  float* __restrict const values = half.values.data();
  int32_t* __restrict const numbers = half.winners.data();
  for (int64_t i = 0; i < 2 * height * width; ++i) {  // each window's upper half, and its lower one
    const Best best = better({x[2 * i], 0}, {x[2 * i + 1], 1});
    values[i] = best.value;
    numbers[i] = best.winner;
  }
  for (int64_t row = 0; row < height; ++row) {
    const int64_t above = 2 * row * width;
    const int64_t below = above + width;
    for (int64_t i = 0; i < width; ++i) {
      const Best best =
          better({values[above + i], numbers[above + i]}, {values[below + i], numbers[below + i] + 2});
      out[row * width + i] = best.value <= 0 ? 0 : best.value;
      numbers[row * width + i] = best.value <= 0 ? kNone : best.winner;  // of a row that was read before
    }
  }
  for (int64_t i = 0; i < height * width; ++i) winners[i] = static_cast<uint8_t>(numbers[i]);
}

SCALEGEN_FOR_EACH_CPU
void forget_dropped(const float* __restrict out, uint8_t* __restrict winners, int64_t size) {
  for (int64_t i = 0; i < size; ++i) winners[i] = out[i] == 0 ? kNone : winners[i];
}

SCALEGEN_FOR_EACH_CPU
void spread_plane(const float* __restrict gradient, const uint8_t* __restrict winners, float* __restrict out,
                  int64_t height, int64_t width, float scale, HalfPooled& half) {
  float* __restrict const values = half.values.data();
  int32_t* __restrict const numbers = half.winners.data();
  for (int64_t row = 0; row < height; ++row) {
    const int64_t above = 2 * row * width;
    const int64_t below = above + width;
    for (int64_t i = 0; i < width; ++i) {
      const float value = gradient[row * width + i] * scale;
      const int32_t winner = winners[row * width + i];
      values[above + i] = value;
      values[below + i] = value;
      numbers[above + i] = winner;
      numbers[below + i] = winner - 2;
    }
  }
  for (int64_t i = 0; i < 2 * height * width; ++i) {
    out[2 * i] = numbers[i] == 0 ? values[i] : 0;
    out[2 * i + 1] = numbers[i] == 1 ? values[i] : 0;
  }
}

}  // namespace scalegen::train::cpu

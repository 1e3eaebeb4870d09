#include "workloads/train/cpu/normalise.hpp"

#include <array>
#include <bit>
#include <cstddef>

#include "workloads/train/cpu/dispatch.hpp"

namespace scalegen::train::cpu {
namespace {

/// As many sums side by side as a vector has places: one sum would wait for each addition before the next.
constexpr int64_t kLanes = 32;
using Lanes = std::array<float, kLanes>;

/// Calls `add(lane, i)` for each i.
template <typename Add>
[[gnu::always_inline]] inline void for_lanes(int64_t size, const Add& add) {
  const int64_t whole = size / kLanes * kLanes;
  for (int64_t i = 0; i < whole; i += kLanes)
    for (int64_t lane = 0; lane < kLanes; ++lane) add(static_cast<std::size_t>(lane), i + lane);
  for (int64_t i = whole; i < size; ++i) add(static_cast<std::size_t>(i - whole), i);
}

[[gnu::always_inline]] inline float total(const Lanes& lanes) {
  float total = 0;
  for (const float lane : lanes) total += lane;
  return total;
}

/// The gradient where relu let the value through. What is no number stays to be seen.
[[gnu::always_inline]] inline float let_through(float x, float g, const Normalised& to) {
  return to.scale * x + to.shift <= 0 ? 0 : g;
}

}  // namespace

SCALEGEN_FOR_EACH_CPU
float sum(const float* x, int64_t size) {
  Lanes lanes{};
  for_lanes(size, [&](std::size_t lane, int64_t i) { lanes[lane] += x[i]; });
  return total(lanes);
}

SCALEGEN_FOR_EACH_CPU
float squares_about(float mean, const float* x, int64_t size) {
  Lanes lanes{};
  for_lanes(size, [&](std::size_t lane, int64_t i) { lanes[lane] += (x[i] - mean) * (x[i] - mean); });
  return total(lanes);
}

SCALEGEN_FOR_EACH_CPU
void normalise(const float* __restrict x, float* __restrict out, int64_t size, const Normalised& to) {
  const Normalised n = to;
  for (int64_t i = 0; i < size; ++i) {
    const float value = n.scale * x[i] + n.shift;
    out[i] = value <= 0 ? 0 : value;
  }
}

SCALEGEN_FOR_EACH_CPU
GradientSums gradient_sums(const float* __restrict x, const float* __restrict g, int64_t size,
                           const Normalised& to) {
  const Normalised n = to;
  Lanes gradients{};
  Lanes products{};
  for_lanes(size, [&](std::size_t lane, int64_t i) {
    const float gradient = let_through(x[i], g[i], n);
    gradients[lane] += gradient;
    products[lane] += gradient * (x[i] - n.mean);
  });
  return {total(gradients), total(products)};
}

SCALEGEN_FOR_EACH_CPU
void normalise_back(const float* __restrict x, const float* __restrict g, float* __restrict out, int64_t size,
                    const Normalised& to, const NormaliseBack& back) {
  const Normalised n = to;
  const NormaliseBack b = back;
  for (int64_t i = 0; i < size; ++i)
    out[i] = b.outer * (let_through(x[i], g[i], n) + b.inner * (x[i] - n.mean) + b.constant);
}

SCALEGEN_FOR_EACH_CPU
void widen(const uint16_t* __restrict from, float* __restrict to, int64_t size) {
  for (int64_t i = 0; i < size; ++i) to[i] = std::bit_cast<float>(static_cast<uint32_t>(from[i]) << 16U);
}

SCALEGEN_FOR_EACH_CPU
void narrow(const float* __restrict from, uint16_t* __restrict to, int64_t size) {
  for (int64_t i = 0; i < size; ++i) {
    const auto bits = std::bit_cast<uint32_t>(from[i]);
    const uint32_t nearest = (bits + 0x7fffU + (bits >> 16U & 1U)) >> 16U;
    to[i] = static_cast<uint16_t>(from[i] == from[i] ? nearest : bits >> 16U | 0x40U);
  }
}

}  // namespace scalegen::train::cpu

#include "workloads/train/cpu/drop.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "workloads/train/cpu/dispatch.hpp"
#include "workloads/train/data/random.hpp"
#include "workloads/train/libtorch.hpp"

namespace scalegen::train::cpu {
namespace {

SCALEGEN_FOR_EACH_CPU
void drop_by(uint64_t seed, int values, float scale, float* plane, int64_t size) {
  constexpr int64_t kAtOnce = 64;
  Random random(seed);
  for (int64_t begin = 0; begin < size; begin += kAtOnce) {
    std::array<uint16_t, kAtOnce> numbers;
    for (std::size_t i = 0; i < numbers.size(); i += 4) {
      const uint64_t bits = random.bits();
      std::memcpy(numbers.data() + i, &bits, sizeof bits);
    }
    const int64_t count = std::min(kAtOnce, size - begin);
    float* const elements = plane + begin;
    for (int64_t i = 0; i < count; ++i)
      elements[i] = numbers[static_cast<std::size_t>(i)] < values ? 0 : elements[i] * scale;
  }
}

}  // namespace

Drop make_drop(double part, bool drop) {
  constexpr double kValues = 65536;
  if (!drop) return {};
  const int values = static_cast<int>(part * kValues);
  return {values, static_cast<float>(1 / (1 - values / kValues)),
          static_cast<uint64_t>(torch::randint(INT64_MAX, {1}, at::kLong).item<int64_t>())};
}

void drop(const Drop& drop, int64_t number, float* plane, int64_t size) {
  if (drop.values > 0)
    drop_by(drop.seed ^ static_cast<uint64_t>(number), drop.values, drop.scale, plane, size);
}

}  // namespace scalegen::train::cpu

#pragma once

#include <cstdint>

namespace scalegen::train {

/// SplitMix64: a few operations a number, any seed is good, and the same numbers everywhere.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t bits() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  /// From `least` to `most`, both included.
  int between(int least, int most) {
    return least + static_cast<int>(bits() % static_cast<uint64_t>(most - least + 1));
  }

 private:
  uint64_t state_;
};

}  // namespace scalegen::train

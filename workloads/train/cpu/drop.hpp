#pragma once

#include <cstdint>

namespace scalegen::train::cpu {

/// Dropout: of the 65536 values of two random bytes so many mean that an element becomes 0; the others are
/// scaled up. A plane's numbers depend on its own number alone, and so not on how many threads share the
/// work, and come again for the pass back.
struct Drop {
  int values = 0;
  float scale = 1;
  uint64_t seed = 0;
};

/// With a seed from LibTorch's generator; of nothing where `drop` is not set.
Drop make_drop(double part, bool drop);

/// Drops from the `size` elements of the plane with this number.
void drop(const Drop& drop, int64_t number, float* plane, int64_t size);

}  // namespace scalegen::train::cpu

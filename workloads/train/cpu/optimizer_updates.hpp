#pragma once

#include <cstdint>

namespace scalegen::train::cpu {

// One pass over `size` floats each: parameters `p`, their gradients `g`, and the optimizer's state. Tests
// compare them with torch::optim.

/// A running mean keeps this part of itself and adds that of what is new. Taken from 1 in double: of 0.999 as
/// a float the rest is wrong by 5e-5 of itself.
struct Decay {
  float kept = 0;
  float added = 1;

  Decay() = default;
  explicit Decay(double part) : kept(static_cast<float>(part)), added(static_cast<float>(1 - part)) {}
};

struct AdamNumbers {
  float rate = 0;  // with the first correction: rate / (1 - beta1^step)
  float root = 1;  // the second: 1 / sqrt(1 - beta2^step)
  Decay beta1;
  Decay beta2;
  float epsilon = 0;
  float l2 = 0;      // adam's weight decay, part of the gradient
  float shrink = 1;  // adamw's: parameters times this
};
void adam(float* p, const float* g, float* mean, float* square, int64_t size, const AdamNumbers& numbers);

struct SgdNumbers {
  float rate = 0;
  float momentum = 0;
  float l2 = 0;
  bool nesterov = false;
};
void sgd(float* p, const float* g, float* momentum, int64_t size, const SgdNumbers& numbers);

struct AdadeltaNumbers {
  float rate = 0;
  Decay rho;
  float epsilon = 0;
  float l2 = 0;
};
void adadelta(float* p, const float* g, float* square, float* change, int64_t size,
              const AdadeltaNumbers& numbers);

struct RmspropNumbers {
  float rate = 0;
  Decay alpha;
  float epsilon = 0;
  float momentum = 0;
  float l2 = 0;
};
void rmsprop(float* p, const float* g, float* square, float* momentum, int64_t size,
             const RmspropNumbers& numbers);

}  // namespace scalegen::train::cpu

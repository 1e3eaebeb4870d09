#pragma once

#include <cstdint>

namespace scalegen::train::cpu {

// Batch norm with relu on one plane, that is the pixels of an image's channel: `size` floats in a row. `x` is
// what comes in, `g` the gradient of what went out. What went out is `scale * x + shift`, or 0 where that is
// less.

/// The map of a channel's values to others of mean 0 and deviation 1, and then to what its weights say.
struct Normalised {
  float mean = 0;
  float inverse = 1;  // of the deviation
  float scale = 1;
  float shift = 0;
};

/// The gradient of what came in is `outer * (g + inner * (x - mean) + constant)`, where g counts.
struct NormaliseBack {
  float outer = 1;
  float inner = 0;
  float constant = 0;
};

struct GradientSums {
  float gradient = 0;
  float product = 0;  // of g and x - mean
};

float sum(const float* x, int64_t size);
float squares_about(float mean, const float* x, int64_t size);
void normalise(const float* x, float* out, int64_t size, const Normalised& to);
GradientSums gradient_sums(const float* x, const float* g, int64_t size, const Normalised& to);
void normalise_back(const float* x, const float* g, float* out, int64_t size, const Normalised& to,
                    const NormaliseBack& back);

/// Floats of bf16 numbers, and the nearest bf16 numbers of floats.
void widen(const uint16_t* from, float* to, int64_t size);
void narrow(const float* from, uint16_t* to, int64_t size);

}  // namespace scalegen::train::cpu

#include "workloads/train/cpu/optimizer_updates.hpp"

#include <cmath>

#include "workloads/train/cpu/dispatch.hpp"

namespace scalegen::train::cpu {

SCALEGEN_FOR_EACH_CPU
void adam(float* __restrict p, const float* __restrict g, float* __restrict mean, float* __restrict square,
          int64_t size, const AdamNumbers& numbers) {
  const AdamNumbers n = numbers;
  for (int64_t i = 0; i < size; ++i) {
    const float gradient = g[i] + n.l2 * p[i];
    mean[i] += n.beta1.added * (gradient - mean[i]);
    square[i] = n.beta2.kept * square[i] + n.beta2.added * gradient * gradient;
    p[i] = n.shrink * p[i] - n.rate * mean[i] / (std::sqrt(square[i]) * n.root + n.epsilon);
  }
}

SCALEGEN_FOR_EACH_CPU
void sgd(float* __restrict p, const float* __restrict g, float* __restrict momentum, int64_t size,
         const SgdNumbers& numbers) {
  const SgdNumbers n = numbers;
  const float ahead = n.nesterov ? 1 : 0;
  for (int64_t i = 0; i < size; ++i) {
    const float gradient = g[i] + n.l2 * p[i];
    momentum[i] = n.momentum * momentum[i] + gradient;
    p[i] -= n.rate * (ahead * gradient + (n.nesterov ? n.momentum : 1) * momentum[i]);
  }
}

SCALEGEN_FOR_EACH_CPU
void adadelta(float* __restrict p, const float* __restrict g, float* __restrict square,
              float* __restrict change, int64_t size, const AdadeltaNumbers& numbers) {
  const AdadeltaNumbers n = numbers;
  for (int64_t i = 0; i < size; ++i) {
    const float gradient = g[i] + n.l2 * p[i];
    square[i] = n.rho.kept * square[i] + n.rho.added * gradient * gradient;
    const float delta = std::sqrt(change[i] + n.epsilon) / std::sqrt(square[i] + n.epsilon) * gradient;
    change[i] = n.rho.kept * change[i] + n.rho.added * delta * delta;
    p[i] -= n.rate * delta;
  }
}

SCALEGEN_FOR_EACH_CPU
void rmsprop(float* __restrict p, const float* __restrict g, float* __restrict square,
             float* __restrict momentum, int64_t size, const RmspropNumbers& numbers) {
  const RmspropNumbers n = numbers;
  for (int64_t i = 0; i < size; ++i) {
    const float gradient = g[i] + n.l2 * p[i];
    square[i] = n.alpha.kept * square[i] + n.alpha.added * gradient * gradient;
    momentum[i] = n.momentum * momentum[i] + gradient / (std::sqrt(square[i]) + n.epsilon);
    p[i] -= n.rate * momentum[i];
  }
}

}  // namespace scalegen::train::cpu

#pragma once

#include "workloads/train/libtorch.hpp"

namespace scalegen::train {

/// relu(max_pool2d(x, 2)) with a quarter of its elements dropped and the others scaled up where `drop` is
/// set. The heights and widths of `x`, batch x channels x height x width, are even.
///
/// On CPUs one pass of our own over memory in place of LibTorch's four, which took a quarter of the step at
/// batch 512; on GPUs LibTorch's.
at::Tensor pool_relu_dropout(const at::Tensor& x, bool drop);

}  // namespace scalegen::train

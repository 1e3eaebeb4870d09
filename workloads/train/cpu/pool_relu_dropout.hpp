#pragma once

#include "workloads/train/libtorch.hpp"

namespace scalegen::train {

/// relu(max_pool2d(x, 2)), of which `part` of the elements are dropped and the others
/// scaled up where `drop` is set. `x`: batch x channels x height x width.
///
/// On CPUs one pass of our own over memory in place of LibTorch's four, which took a quarter of the step at
/// batch 512; elsewhere, and for odd sides, the plain form.
at::Tensor pool_relu_dropout(const at::Tensor& x, double part, bool drop);

namespace plain {

/// The same by LibTorch's own operations. In this order, which gives the same numbers, relu has a quarter of
/// them to look at.
at::Tensor pool_relu_dropout(const at::Tensor& x, double part, bool drop);

}  // namespace plain
}  // namespace scalegen::train

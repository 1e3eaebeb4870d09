#pragma once

#include <torch/nn/modules/batchnorm.h>

#include "workloads/train/libtorch.hpp"

namespace scalegen::train {

/// relu(norm(x)), of which `part` of the elements are dropped and the others scaled up where `drop` is set.
/// `x`: batch x channels x height x width. While training, norm's running statistics follow.
///
/// On CPUs two passes of our own over memory while training, and three back, in place of LibTorch's, whose
/// sums are not vectors; elsewhere, and for other layouts, the plain form.
at::Tensor batch_norm_relu(torch::nn::BatchNorm2dImpl& norm, const at::Tensor& x, double part = 0,
                           bool drop = false);

namespace plain {

/// The same by LibTorch's own operations.
at::Tensor batch_norm_relu(torch::nn::BatchNorm2dImpl& norm, const at::Tensor& x, double part, bool drop);

}  // namespace plain
}  // namespace scalegen::train

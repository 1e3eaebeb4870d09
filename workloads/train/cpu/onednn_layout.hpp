#pragma once

#include "workloads/train/libtorch.hpp"

namespace scalegen::train::cpu {

/// `x` in the layout that oneDNN computes in, where that pays: in fp32 on a CPU, for many samples.
/// Convolutions, layers and relu then pass it on from one to the next, where each would convert it there and
/// back; and layers of AMD's CPUs are computed by oneDNN's product instead of MKL's, which leaves AVX-512
/// alone there. Elsewhere `x` itself. Only plain() makes it what other operations read.
at::Tensor in_onednn_layout(const at::Tensor& x);

/// `x` in LibTorch's layout.
at::Tensor plain(const at::Tensor& x);

}  // namespace scalegen::train::cpu

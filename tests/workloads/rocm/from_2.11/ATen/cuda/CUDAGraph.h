#pragma once
#include <ATen/cuda/CUDAContext.h>

#include <utility>

namespace at::cuda {

struct CUDAGraph {
  void capture_begin(std::pair<unsigned long long, unsigned long long> pool, hipStreamCaptureMode mode);
  void capture_end();
  void replay();
};

}  // namespace at::cuda

#pragma once

// LibTorch's parts for GPUs, by the same names for CUDA and ROCm. LibTorch for ROCm is made of CUDA's sources
// with other names in them; from 2.11 on its headers keep CUDA's.

#ifdef USE_C10D_NCCL
#include <torch/csrc/cuda/nccl.h>

#ifdef USE_ROCM
#include <rccl/rccl.h>
#else
#include <nccl.h>
#endif

#if defined(USE_ROCM) && __has_include(<c10/hip/HIPCachingAllocator.h>)
#include <ATen/hip/HIPContext.h>
#include <ATen/hip/HIPGraph.h>
#include <c10/hip/HIPCachingAllocator.h>

namespace scalegen::train::gpu {
namespace allocator = c10::hip::HIPCachingAllocator;
}
#else
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>

namespace scalegen::train::gpu {
namespace allocator = c10::cuda::CUDACachingAllocator;
}
#endif

namespace scalegen::train::gpu {
#ifdef USE_ROCM
inline constexpr auto kRecordThisThread = hipStreamCaptureModeThreadLocal;
#else
inline constexpr auto kRecordThisThread = cudaStreamCaptureModeThreadLocal;
#endif
}  // namespace scalegen::train::gpu
#endif

namespace scalegen::train::gpu {

#ifdef USE_ROCM
inline constexpr bool kIsRocm = true;
#else
inline constexpr bool kIsRocm = false;
#endif

// The words of event lines. In options both have CUDA's words, as in Python.
inline constexpr const char* kDevice = kIsRocm ? "hip" : "cuda";
inline constexpr const char* kBackend = kIsRocm ? "rccl" : "nccl";

}  // namespace scalegen::train::gpu

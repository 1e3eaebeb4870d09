#pragma once
// The parts of LibTorch's that scalegen-train calls.
#include <rccl/rccl.h>

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

#ifndef USE_ROCM
#error "LibTorch for ROCm is compiled with USE_ROCM"
#endif

namespace c10d {

struct ProcessGroupNCCL : ProcessGroup {
  struct Options : torch::CustomClassHolder {
    static c10::intrusive_ptr<Options> create(bool is_high_priority_stream);
    std::chrono::milliseconds timeout;
  };
  ProcessGroupNCCL(const c10::intrusive_ptr<Store>& store, int rank, int size,
                   c10::intrusive_ptr<Options> options);
};

}  // namespace c10d

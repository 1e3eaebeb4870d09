#pragma once

#include <c10/core/Event.h>

#include <chrono>
#include <memory>

#include "workloads/train/libtorch.hpp"

namespace scalegen::train {

/// A point in the work of a device: on a CPU now, on a GPU when the kernels queued so far are done.
class Moment {
 public:
  explicit Moment(at::Device device);

  bool passed() const;
  void wait() const;

  /// Throws if it has not passed after `timeout`. A GPU may wait for a rank that is gone, and of what it was
  /// asked in a recorded step NCCL's watchdog knows nothing.
  void wait(std::chrono::seconds timeout) const;
  double seconds_since(const Moment& earlier) const;

 private:
  std::chrono::steady_clock::time_point host_ = std::chrono::steady_clock::now();
  std::shared_ptr<c10::Event> event_;  // another moment's, once nobody holds it; null on a CPU
};

/// A copy of `number` that a CPU can read, as soon as a moment has passed that is made after it.
at::Tensor host_copy(const at::Tensor& number);

}  // namespace scalegen::train

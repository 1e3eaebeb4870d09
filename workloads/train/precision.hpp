#pragma once

#include "workloads/train/compat.hpp"

namespace scalegen::train {

/// While it lives, convolutions and matrix products compute in bf16, with parameters kept in fp32; or nothing
/// changes.
class Autocast {
 public:
  Autocast(at::Device device, bool bf16) : device_(device.type()), bf16_(bf16) {
    if (bf16_) compat::autocast::set(device_, true, at::kBFloat16);
  }
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;

  /// The cache holds parameters as bf16, which the optimizer is about to make stale.
  ~Autocast() {
    if (!bf16_) return;
    compat::autocast::set(device_, false, at::kBFloat16);
    at::autocast::clear_cache();
  }

 private:
  at::DeviceType device_;
  bool bf16_;
};

}  // namespace scalegen::train

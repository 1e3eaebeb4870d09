#pragma once

#include "workloads/train/compat.hpp"
#include "workloads/train/options.hpp"

namespace scalegen::train {

/// While it lives, convolutions and matrix products compute in bf16 or fp16 if that is the precision, with
/// parameters kept in fp32; else nothing changes.
class Autocast {
 public:
  Autocast(at::Device device, Precision precision)
      : device_(device.type()),
        type_(precision == Precision::fp16 ? at::kHalf : at::kBFloat16),
        is_on_(precision == Precision::bf16 || precision == Precision::fp16) {
    if (is_on_) compat::autocast::set(device_, true, type_);
  }
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;

  /// The cache holds parameters in 16 bits, which the optimizer is about to make stale.
  ~Autocast() {
    if (!is_on_) return;
    compat::autocast::set(device_, false, type_);
    at::autocast::clear_cache();
  }

 private:
  at::DeviceType device_;
  at::ScalarType type_;
  bool is_on_;
};

/// Makes a GPU's products and convolutions of 32 bits what the precision says. LibTorch's own choice differs
/// between the two: convolutions are TF32 from compute capability 8.0 on.
inline void set_fp32_products(Precision precision) {
  at::globalContext().setAllowTF32CuBLAS(precision == Precision::tf32);
  at::globalContext().setAllowTF32CuDNN(precision == Precision::tf32);
}

}  // namespace scalegen::train

#pragma once

#include <functional>
#include <vector>

#include "workloads/train/libtorch.hpp"

namespace scalegen::train {

/// Keeps gradients in the range of fp16, whose least number is 6e-8: the loss is multiplied before the pass
/// back, and the gradients are divided by the same after it. A step whose gradients overflow is left out.
///
/// The rule is that of torch.amp.GradScaler, dynamic scaling after Micikevicius et al., "Mixed Precision
/// Training" (2018): the scale is 65536 at first, doubles after 2000 steps without an overflow, and is halved
/// by one.
class LossScaler {
 public:
  explicit LossScaler(at::Device device);

  at::Tensor scaled(const at::Tensor& loss) const { return loss * scale_; }

  /// Divides the gradients, and returns a number on the device: 0 if all of them, in all parts, are numbers,
  /// else 1. `sum_over_parts` is the strategy's.
  at::Tensor unscale(const std::vector<at::Tensor>& gradients,
                     const std::function<at::Tensor(const at::Tensor&)>& sum_over_parts);

  /// The steps that were left out so far. Waits for the device.
  int64_t skipped() const { return static_cast<int64_t>(skipped_.item<double>()); }

 private:
  at::Tensor scale_;
  at::Tensor steps_without_overflow_;
  at::Tensor skipped_;
};

/// True if LibTorch computes in fp16 on this CPU: from 2.3 on.
bool cpu_has_fp16();

}  // namespace scalegen::train

#pragma once

#include <memory>
#include <vector>

#include "workloads/train/strategy/strategy.hpp"

namespace scalegen::train {

/// One process with several devices, as torch.nn.DataParallel: each step the model goes to all of them, each
/// passes its part of the batch forward and back, and the gradients are summed on the first.
///
/// The host drives one device after the other; those of a GPU run on by themselves. BatchNorm's statistics
/// are those of the first device's part.
class DataParallel final : public Strategy {
 public:
  /// `others` are of the same model, one on each further device.
  DataParallel(std::shared_ptr<Model> model, std::vector<std::shared_ptr<Model>> others);

  void clear_gradients() override;
  void begin_pass(Pass pass) override;
  at::Tensor forward(const at::Tensor& inputs, Pass pass) override;
  void finish_gradients() override;

 private:
  std::vector<std::shared_ptr<Model>> others_;
};

}  // namespace scalegen::train

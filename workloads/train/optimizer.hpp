#pragma once

#include <memory>
#include <string>
#include <vector>

#include "workloads/train/libtorch.hpp"

namespace scalegen::train {

/// Same rules and defaults as torch.optim's. torch::optim walks over each parameter half a dozen times; these
/// go over memory once: a loop of our own on CPUs, LibTorch's fused kernels on GPUs.
class Optimizer {
 public:
  virtual ~Optimizer() = default;

  /// Drops the gradients rather than zeroing them: the next backward pass writes where this would make it
  /// add.
  void clear_gradients();
  virtual void step() = 0;

 protected:
  explicit Optimizer(std::vector<at::Tensor> parameters) : parameters_(std::move(parameters)) {}

  std::vector<at::Tensor> parameters_;
};

/// `name` is "adam", or "sgd", which has momentum 0.9.
std::unique_ptr<Optimizer> make_optimizer(const std::string& name, std::vector<at::Tensor> parameters,
                                          double learning_rate);

}  // namespace scalegen::train

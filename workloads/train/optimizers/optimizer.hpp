#pragma once

#include <memory>
#include <vector>

#include "workloads/train/libtorch.hpp"
#include "workloads/train/options.hpp"

namespace scalegen::train {

/// Moves parameters by their gradients, with the rules and defaults of torch.optim. torch::optim walks over
/// each parameter half a dozen times; these go over memory once: loops of our own on CPUs
/// (cpu/optimizer_updates.hpp), LibTorch's fused or foreach kernels on GPUs.
class Optimizer {
 public:
  virtual ~Optimizer() = default;

  void step(double learning_rate);

  /// The tensors that outlive a step, always in the same order.
  virtual std::vector<at::Tensor> state() = 0;

 protected:
  explicit Optimizer(std::vector<at::Tensor> parameters) : parameters_(std::move(parameters)) {}

  virtual void step_on_cpu(double rate) = 0;
  virtual void step_on_gpu(double rate) = 0;

  std::vector<at::Tensor> gradients() const;
  std::vector<at::Tensor> zeros() const;  // of the parameters' shapes

  std::vector<at::Tensor> parameters_;
};

std::unique_ptr<Optimizer> make_optimizer(const Learning& learning, std::vector<at::Tensor> parameters);

}  // namespace scalegen::train

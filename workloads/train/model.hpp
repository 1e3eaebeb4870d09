#pragma once

#include "workloads/train/libtorch.hpp"

namespace scalegen::train {

/// The convolutional network of PyTorch's MNIST example: 1,199,882 parameters, log-probabilities of ten
/// classes.
class MnistCnnImpl : public torch::nn::Module {
 public:
  /// Without dropout two runs can be compared number by number.
  explicit MnistCnnImpl(bool dropout);

  /// `images`: batch x 1 x 28 x 28.
  at::Tensor forward(const at::Tensor& images);

 private:
  torch::nn::Conv2d conv1_;
  torch::nn::Conv2d conv2_;
  torch::nn::Linear fc1_;
  torch::nn::Linear fc2_;
  bool dropout_;
};

TORCH_MODULE(MnistCnn);

}  // namespace scalegen::train

#include "workloads/train/model.hpp"

#include "workloads/train/pooling.hpp"

namespace scalegen::train {

MnistCnnImpl::MnistCnnImpl(bool dropout)
    : conv1_(register_module("conv1", torch::nn::Conv2d(1, 32, 3))),
      conv2_(register_module("conv2", torch::nn::Conv2d(32, 64, 3))),
      fc1_(register_module("fc1", torch::nn::Linear(9216, 128))),
      fc2_(register_module("fc2", torch::nn::Linear(128, 10))),
      dropout_(dropout) {}

at::Tensor MnistCnnImpl::forward(const at::Tensor& images) {
  const bool drop = dropout_ && is_training();
  at::Tensor x = conv1_(images).relu_();
  x = pool_relu_dropout(conv2_(x), drop);
  x = fc1_(x.flatten(1)).relu_();
  x = at::dropout(x, 0.5, drop);
  return at::log_softmax(fc2_(x), 1);
}

}  // namespace scalegen::train

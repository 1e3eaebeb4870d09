#include "workloads/train/models/models.hpp"

namespace scalegen::train {
namespace {

class MnistCnn final : public Model {
 public:
  explicit MnistCnn(bool dropout)
      : conv1_(register_module("conv1", torch::nn::Conv2d(1, 32, 3))),
        conv2_(register_module("conv2", torch::nn::Conv2d(32, 64, 3))),
        fc1_(register_module("fc1", torch::nn::Linear(9216, 128))),
        fc2_(register_module("fc2", torch::nn::Linear(128, 10))),
        dropout_(dropout) {}

  at::Tensor forward(const at::Tensor& images) override {
    const bool drop = dropout_ && is_training();
    at::Tensor x = conv1_(images).relu_();
    x = at::max_pool2d(conv2_(x), 2).relu_();  // as relu before the pooling, on a quarter of the numbers
    x = at::dropout(x, 0.25, drop);
    x = fc1_(x.flatten(1)).relu_();
    x = at::dropout(x, 0.5, drop);
    return fc2_(x);
  }

 private:
  torch::nn::Conv2d conv1_;
  torch::nn::Conv2d conv2_;
  torch::nn::Linear fc1_;
  torch::nn::Linear fc2_;
  bool dropout_;
};

}  // namespace

std::shared_ptr<Model> make_mnist_cnn(bool dropout) { return std::make_shared<MnistCnn>(dropout); }

}  // namespace scalegen::train

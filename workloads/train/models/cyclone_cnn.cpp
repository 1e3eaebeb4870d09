#include "workloads/train/models/models.hpp"

namespace scalegen::train {
namespace {

class CycloneCnn final : public Model {
 public:
  CycloneCnn()
      : conv1_(register_module("conv1", torch::nn::Conv2d(1, 32, 3))),
        conv2_(register_module("conv2", torch::nn::Conv2d(32, 64, 3))),
        fc1_(register_module("fc1", torch::nn::Linear(9216, 128))),
        fc2_(register_module("fc2", torch::nn::Linear(128, 10))) {}

  at::Tensor forward(const at::Tensor& images) override {
    at::Tensor x = conv1_(images).relu_();
    x = at::max_pool2d(conv2_(x), 2).relu_();  // as relu before the pooling, on a quarter of the numbers
    return fc2_(fc1_(x.flatten(1)));
  }

 private:
  torch::nn::Conv2d conv1_;
  torch::nn::Conv2d conv2_;
  torch::nn::Linear fc1_;
  torch::nn::Linear fc2_;
};

}  // namespace

std::shared_ptr<Model> make_cyclone_cnn() { return std::make_shared<CycloneCnn>(); }

}  // namespace scalegen::train

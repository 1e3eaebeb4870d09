#include "workloads/train/models/models.hpp"

namespace scalegen::train {
namespace {

class OneLayer final : public Model {
 public:
  OneLayer(int64_t pixels, int64_t classes)
      : layer_(register_module("layer", torch::nn::Linear(pixels, classes))) {}

  /// With a relu at its end, as Princeton's.
  at::Tensor forward(const at::Tensor& images) override { return layer_(images.flatten(1)).relu(); }

 private:
  torch::nn::Linear layer_;
};

class TwoConvolutions : public Model {
 public:
  TwoConvolutions()
      : conv1_(register_module("conv1", torch::nn::Conv2d(1, 32, 3))),
        conv2_(register_module("conv2", torch::nn::Conv2d(32, 64, 3))),
        fc1_(register_module("fc1", torch::nn::Linear(9216, 128))),
        fc2_(register_module("fc2", torch::nn::Linear(128, 10))) {}

 protected:
  at::Tensor convolved(const at::Tensor& images) {
    at::Tensor x = conv1_(images).relu_();
    return at::max_pool2d(conv2_(x), 2).relu_();  // as relu before the pooling, on a quarter of the numbers
  }

  torch::nn::Conv2d conv1_;
  torch::nn::Conv2d conv2_;
  torch::nn::Linear fc1_;
  torch::nn::Linear fc2_;
};

class CycloneCnn final : public TwoConvolutions {
 public:
  at::Tensor forward(const at::Tensor& images) override { return fc2_(fc1_(convolved(images).flatten(1))); }
};

class MnistCnn final : public TwoConvolutions {
 public:
  explicit MnistCnn(bool dropout) : dropout_(dropout) {}

  at::Tensor forward(const at::Tensor& images) override {
    const bool drop = dropout_ && is_training();
    at::Tensor x = at::dropout(convolved(images), 0.25, drop);
    x = fc1_(x.flatten(1)).relu_();
    x = at::dropout(x, 0.5, drop);
    return fc2_(x);
  }

 private:
  bool dropout_;
};

}  // namespace

std::shared_ptr<Model> make_linear(int64_t pixels, int64_t classes) {
  return std::make_shared<OneLayer>(pixels, classes);
}

std::shared_ptr<Model> make_cyclone_cnn() { return std::make_shared<CycloneCnn>(); }

std::shared_ptr<Model> make_mnist_cnn(bool dropout) { return std::make_shared<MnistCnn>(dropout); }

}  // namespace scalegen::train

#include "workloads/train/models/models.hpp"

namespace scalegen::train {
namespace {

torch::nn::Conv2d convolution(int64_t from, int64_t to, int64_t side, bool bias) {
  return torch::nn::Conv2d(torch::nn::Conv2dOptions(from, to, side).padding(side / 2).bias(bias));
}

/// Convolution, batch norm, relu, and dropout where a part is dropped.
class Layer final : public torch::nn::Module {
 public:
  Layer(int64_t from, int64_t to, double part = 0)
      : part_(part),
        conv_(register_module("conv", convolution(from, to, 3, /*bias=*/false))),
        norm_(register_module("norm", torch::nn::BatchNorm2d(to))) {}

  at::Tensor forward(const at::Tensor& x) {
    return at::dropout(norm_(conv_(x)).relu_(), part_, part_ > 0 && is_training());
  }

 private:
  double part_;
  torch::nn::Conv2d conv_;
  torch::nn::BatchNorm2d norm_;
};

/// Two layers beside a way past them, which has a convolution of its own in the first block of a stage.
class Block final : public torch::nn::Module {
 public:
  Block(int64_t from, int64_t to, bool is_first, bool dropout) {
    if (is_first) past_ = register_module("past", convolution(from, to, 1, /*bias=*/true));
    first_ = register_module("first", std::make_shared<Layer>(from, to, dropout ? 0.01 : 0));
    second_ = register_module("second", std::make_shared<Layer>(to, to));
  }

  at::Tensor forward(const at::Tensor& x) {
    const at::Tensor y = second_->forward(first_->forward(x));
    return y + (past_ ? past_(x) : x);
  }

 private:
  torch::nn::Conv2d past_ = nullptr;
  std::shared_ptr<Layer> first_;
  std::shared_ptr<Layer> second_;
};

class WideResNet final : public Model {
 public:
  WideResNet(int64_t width, int64_t classes, bool dropout)
      : input_(register_module("input", std::make_shared<Layer>(3, 16))) {
    int64_t from = 16;
    for (const int64_t to : {width, 2 * width, 4 * width}) {
      add_block(from, to, /*is_first=*/true, dropout);
      add_block(to, to, /*is_first=*/false, dropout);
      from = to;
    }
    classes_ = register_module("classes", torch::nn::Linear(from, classes));
  }

  at::Tensor forward(const at::Tensor& images) override {
    at::Tensor x = input_->forward(images);
    x = at::max_pool2d(blocks_[1]->forward(blocks_[0]->forward(x)), 2);
    x = at::max_pool2d(blocks_[3]->forward(blocks_[2]->forward(x)), 2);
    x = at::avg_pool2d(blocks_[5]->forward(blocks_[4]->forward(x)), 7);
    return classes_(x.flatten(1));
  }

 private:
  void add_block(int64_t from, int64_t to, bool is_first, bool dropout) {
    blocks_.push_back(register_module("block" + std::to_string(blocks_.size() + 1),
                                      std::make_shared<Block>(from, to, is_first, dropout)));
  }

  std::shared_ptr<Layer> input_;
  std::vector<std::shared_ptr<Block>> blocks_;
  torch::nn::Linear classes_ = nullptr;
};

}  // namespace

std::shared_ptr<Model> make_wide_resnet(int64_t width, int64_t classes, bool dropout) {
  return std::make_shared<WideResNet>(width, classes, dropout);
}

}  // namespace scalegen::train

#include "workloads/train/cpu/batch_norm_relu.hpp"
#include "workloads/train/models/models.hpp"

namespace scalegen::train {
namespace {

constexpr int64_t kWidth = 10;
constexpr int64_t kBlocks = 4;  // a group: (28 - 4) / 6

torch::nn::Conv2d convolution(int64_t from, int64_t to, int64_t side, int64_t stride) {
  return torch::nn::Conv2d(
      torch::nn::Conv2dOptions(from, to, side).stride(stride).padding(side / 2).bias(false));
}

/// Batch norm and relu come before each convolution. Where the shape changes they come before the way past as
/// well.
class Block final : public torch::nn::Module {
 public:
  Block(int64_t from, int64_t to, int64_t stride)
      : norm1_(register_module("norm1", torch::nn::BatchNorm2d(from))),
        conv1_(register_module("conv1", convolution(from, to, 3, stride))),
        norm2_(register_module("norm2", torch::nn::BatchNorm2d(to))),
        conv2_(register_module("conv2", convolution(to, to, 3, 1))) {
    if (from != to) past_ = register_module("past", convolution(from, to, 1, stride));
  }

  at::Tensor forward(const at::Tensor& x) {
    const at::Tensor active = batch_norm_relu(*norm1_, x);
    const at::Tensor y = conv2_(batch_norm_relu(*norm2_, conv1_(active)));
    return y + (past_ ? past_(active) : x);
  }

 private:
  torch::nn::BatchNorm2d norm1_;
  torch::nn::Conv2d conv1_;
  torch::nn::BatchNorm2d norm2_;
  torch::nn::Conv2d conv2_;
  torch::nn::Conv2d past_ = nullptr;
};

class WideResNet28 final : public Model {
 public:
  explicit WideResNet28(int64_t classes) : input_(register_module("input", convolution(3, 16, 3, 1))) {
    int64_t from = 16;
    for (const int64_t base : {16, 32, 64})
      for (int64_t i = 0; i < kBlocks; ++i) {
        const int64_t stride = i == 0 && base > 16 ? 2 : 1;
        blocks_.push_back(register_module("block" + std::to_string(blocks_.size() + 1),
                                          std::make_shared<Block>(from, kWidth * base, stride)));
        from = kWidth * base;
      }
    norm_ = register_module("norm", torch::nn::BatchNorm2d(from));
    classes_ = register_module("classes", torch::nn::Linear(from, classes));
    initialise();
  }

  at::Tensor forward(const at::Tensor& images) override {
    at::Tensor x = input_(images);
    for (const auto& block : blocks_) x = block->forward(x);
    x = at::avg_pool2d(batch_norm_relu(*norm_, x), 8);
    return classes_(x.flatten(1));
  }

 private:
  /// He et al., "Delving Deep into Rectifiers" (2015): normal, by the fan out.
  void initialise() {
    const torch::NoGradGuard no_grad;
    for (const auto& module : modules(/*include_self=*/false))
      if (auto* const conv = module->as<torch::nn::Conv2dImpl>())
        torch::nn::init::kaiming_normal_(conv->weight, 0, torch::kFanOut, torch::kReLU);
    torch::nn::init::zeros_(classes_->bias);
  }

  torch::nn::Conv2d input_;
  std::vector<std::shared_ptr<Block>> blocks_;
  torch::nn::BatchNorm2d norm_ = nullptr;
  torch::nn::Linear classes_ = nullptr;
};

}  // namespace

std::shared_ptr<Model> make_wide_resnet_28_10(int64_t classes) {
  return std::make_shared<WideResNet28>(classes);
}

}  // namespace scalegen::train

#include <cmath>

#include "workloads/train/compat.hpp"
#include "workloads/train/models/models.hpp"

namespace scalegen::train {
namespace {

torch::nn::LayerNorm layer_norm(int64_t width) {
  return torch::nn::LayerNorm(torch::nn::LayerNormOptions({width}).eps(1e-6));
}

/// In bf16 on a CPU LibTorch's kernel takes several times as long as in fp32, and more than all else in a
/// step.
at::Tensor attention(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value) {
  if (!query.is_cpu() || query.scalar_type() != at::kBFloat16) return compat::attention(query, key, value);
  const c10::impl::ExcludeDispatchKeyGuard no_autocast(c10::DispatchKey::AutocastCPU);
  const auto wide = [](const at::Tensor& x) { return x.to(at::kFloat); };
  return compat::attention(wide(query), wide(key), wide(value)).to(at::kBFloat16);
}

/// Vaswani et al., "Attention Is All You Need" (2017): the three projections are one matrix, as in
/// torch.nn.MultiheadAttention.
class SelfAttention final : public torch::nn::Module {
 public:
  SelfAttention(int64_t width, int64_t heads)
      : heads_(heads),
        in_weight_(register_parameter("in_weight", torch::empty({3 * width, width}))),
        in_bias_(register_parameter("in_bias", torch::zeros({3 * width}))),
        out_(register_module("out", torch::nn::Linear(width, width))) {
    torch::nn::init::xavier_uniform_(in_weight_);
    torch::nn::init::zeros_(out_->bias);
  }

  at::Tensor forward(const at::Tensor& x) {  // batch x tokens x width
    const int64_t batch = x.size(0);
    const int64_t tokens = x.size(1);
    const int64_t width = x.size(2);
    // Their gradients come back by one copy; three selected ones would be added into zeros, one by one.
    const std::vector<at::Tensor> projected = at::linear(x, in_weight_, in_bias_)
                                                  .view({batch, tokens, 3, heads_, width / heads_})
                                                  .permute({2, 0, 3, 1, 4})
                                                  .unbind(0);
    const at::Tensor y = attention(projected[0], projected[1], projected[2]);
    return out_(y.transpose(1, 2).reshape({batch, tokens, width}));
  }

 private:
  int64_t heads_;
  at::Tensor in_weight_;
  at::Tensor in_bias_;
  torch::nn::Linear out_;
};

class EncoderLayer final : public torch::nn::Module {
 public:
  explicit EncoderLayer(const VitShape& shape)
      : norm1_(register_module("norm1", layer_norm(shape.hidden))),
        attention_(register_module("attention", std::make_shared<SelfAttention>(shape.hidden, shape.heads))),
        norm2_(register_module("norm2", layer_norm(shape.hidden))),
        widen_(register_module("widen", torch::nn::Linear(shape.hidden, shape.mlp))),
        narrow_(register_module("narrow", torch::nn::Linear(shape.mlp, shape.hidden))) {
    for (const auto& linear : {widen_, narrow_}) {
      torch::nn::init::xavier_uniform_(linear->weight);
      torch::nn::init::normal_(linear->bias, 0, 1e-6);
    }
  }

  at::Tensor forward(const at::Tensor& x) {
    const at::Tensor y = x + attention_->forward(norm1_(x));
    return y + narrow_(at::gelu(widen_(norm2_(y))));
  }

 private:
  torch::nn::LayerNorm norm1_;
  std::shared_ptr<SelfAttention> attention_;
  torch::nn::LayerNorm norm2_;
  torch::nn::Linear widen_;
  torch::nn::Linear narrow_;
};

class Vit final : public Model {
 public:
  Vit(const VitShape& shape, int64_t classes)
      : patches_(register_module(
            "patches",
            torch::nn::Conv2d(torch::nn::Conv2dOptions(3, shape.hidden, shape.patch).stride(shape.patch)))),
        class_token_(register_parameter("class_token", torch::zeros({1, 1, shape.hidden}))) {
    const int64_t tokens = (shape.image / shape.patch) * (shape.image / shape.patch) + 1;
    positions_ =
        register_parameter("positions", torch::empty({1, tokens, shape.hidden}).normal_(/*mean=*/0, 0.02));
    for (int64_t i = 0; i < shape.layers; ++i)
      layers_.push_back(
          register_module("layer" + std::to_string(i + 1), std::make_shared<EncoderLayer>(shape)));
    norm_ = register_module("norm", layer_norm(shape.hidden));
    classes_ = register_module("classes", torch::nn::Linear(shape.hidden, classes));
    initialise(3 * shape.patch * shape.patch);
  }

  at::Tensor forward(const at::Tensor& images) override {
    const at::Tensor patches = patches_(images).flatten(2).transpose(1, 2);
    at::Tensor x = at::cat({class_token_.expand({images.size(0), -1, -1}), patches}, 1) + positions_;
    for (const auto& layer : layers_) x = layer->forward(x);
    return classes_(norm_(x.select(1, 0)));
  }

 private:
  /// The patches' weights are normal within two standard deviations, by the inverse of the distribution
  /// function as torch.nn.init.trunc_normal_ draws them; the classes' are 0.
  void initialise(int64_t fan_in) {
    const torch::NoGradGuard no_grad;
    const double deviation = std::sqrt(1.0 / static_cast<double>(fan_in));
    const double low = std::erfc(2 / deviation / std::sqrt(2.0)) / 2;
    patches_->weight.uniform_(2 * low - 1, 1 - 2 * low)
        .erfinv_()
        .mul_(deviation * std::sqrt(2.0))
        .clamp_(-2, 2);
    for (at::Tensor parameter : {patches_->bias, classes_->weight, classes_->bias}) parameter.zero_();
  }

  torch::nn::Conv2d patches_;
  at::Tensor class_token_;
  at::Tensor positions_;
  std::vector<std::shared_ptr<EncoderLayer>> layers_;
  torch::nn::LayerNorm norm_ = nullptr;
  torch::nn::Linear classes_ = nullptr;
};

}  // namespace

std::shared_ptr<Model> make_vit(const VitShape& shape, int64_t classes) {
  return std::make_shared<Vit>(shape, classes);
}

}  // namespace scalegen::train

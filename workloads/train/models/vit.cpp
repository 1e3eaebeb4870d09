#include <cmath>

#include "workloads/train/models/models.hpp"
#include "workloads/train/models/transformer.hpp"

namespace scalegen::train {
namespace {

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
    const LayerShape layer{.hidden = shape.hidden, .heads = shape.heads, .mlp = shape.mlp};
    for (int64_t i = 0; i < shape.layers; ++i)
      layers_.push_back(
          register_module("layer" + std::to_string(i + 1), std::make_shared<TransformerLayer>(layer)));
    norm_ = register_module("norm", layer_norm(layer));
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
  std::vector<std::shared_ptr<TransformerLayer>> layers_;
  torch::nn::LayerNorm norm_ = nullptr;
  torch::nn::Linear classes_ = nullptr;
};

}  // namespace

std::shared_ptr<Model> make_vit(const VitShape& shape, int64_t classes) {
  return std::make_shared<Vit>(shape, classes);
}

}  // namespace scalegen::train

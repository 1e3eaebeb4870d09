#include <cmath>

#include "workloads/train/models/models.hpp"
#include "workloads/train/models/transformer.hpp"

namespace scalegen::train {
namespace {

constexpr double kDeviation = 0.02;

class Gpt final : public Model {
 public:
  explicit Gpt(const GptShape& shape)
      : tokens_(register_parameter("tokens", torch::empty({shape.vocabulary, shape.hidden}))),
        positions_(register_parameter("positions", torch::empty({shape.context, shape.hidden}))) {
    const LayerShape layer{.hidden = shape.hidden,
                           .heads = shape.heads,
                           .mlp = 4 * shape.hidden,
                           .is_causal = true,
                           .epsilon = 1e-5,
                           .gelu = "tanh"};
    for (int64_t i = 0; i < shape.layers; ++i)
      layers_.push_back(
          register_module("layer" + std::to_string(i + 1), std::make_shared<TransformerLayer>(layer)));
    norm_ = register_module("norm", layer_norm(layer));
    initialise();
  }

  /// The matrix that turns tokens into vectors also tells the next one.
  at::Tensor forward(const at::Tensor& tokens) override {
    at::Tensor x = at::embedding(tokens_, tokens) + positions_.narrow(0, 0, tokens.size(1));
    for (const auto& layer : layers_) x = layer->forward(x);
    return at::linear(norm_(x), tokens_);
  }

 private:
  /// All matrices are normal, and narrower those that end in the way past a layer, so that it does not grow
  /// with their number (Radford et al., 2.3); biases are 0.
  void initialise() {
    const torch::NoGradGuard no_grad;
    const double narrower = kDeviation / std::sqrt(2.0 * static_cast<double>(layers_.size()));
    tokens_.normal_(0, kDeviation);
    positions_.normal_(0, kDeviation);
    for (const auto& layer : layers_)
      for (const auto& item : layer->named_parameters()) {
        if (item.value().dim() == 2)
          item.value().normal_(0, item.key() == "attention.out.weight" || item.key() == "narrow.weight"
                                      ? narrower
                                      : kDeviation);
        else if (item.key().ends_with("bias"))
          item.value().zero_();
      }
  }

  at::Tensor tokens_;
  at::Tensor positions_;
  std::vector<std::shared_ptr<TransformerLayer>> layers_;
  torch::nn::LayerNorm norm_ = nullptr;
};

}  // namespace

std::shared_ptr<Model> make_gpt(const GptShape& shape) { return std::make_shared<Gpt>(shape); }

}  // namespace scalegen::train

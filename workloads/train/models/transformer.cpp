#include "workloads/train/models/transformer.hpp"

#include "workloads/train/compat.hpp"

namespace scalegen::train {
namespace {

/// In bf16 on a CPU LibTorch's kernel takes several times as long as in fp32, and more than all else in a
/// step.
at::Tensor attention(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value, bool causal) {
  if (!query.is_cpu() || query.scalar_type() != at::kBFloat16)
    return compat::attention(query, key, value, causal);
  const c10::impl::ExcludeDispatchKeyGuard no_autocast(c10::DispatchKey::AutocastCPU);
  const auto wide = [](const at::Tensor& x) { return x.to(at::kFloat); };
  return compat::attention(wide(query), wide(key), wide(value), causal).to(at::kBFloat16);
}

}  // namespace

torch::nn::LayerNorm layer_norm(const LayerShape& shape) {
  return torch::nn::LayerNorm(torch::nn::LayerNormOptions({shape.hidden}).eps(shape.epsilon));
}

SelfAttention::SelfAttention(const LayerShape& shape)
    : heads_(shape.heads),
      is_causal_(shape.is_causal),
      in_weight_(register_parameter("in_weight", torch::empty({3 * shape.hidden, shape.hidden}))),
      in_bias_(register_parameter("in_bias", torch::zeros({3 * shape.hidden}))),
      out_(register_module("out", torch::nn::Linear(shape.hidden, shape.hidden))) {
  torch::nn::init::xavier_uniform_(in_weight_);
  torch::nn::init::zeros_(out_->bias);
}

at::Tensor SelfAttention::forward(const at::Tensor& x) {
  const int64_t batch = x.size(0);
  const int64_t tokens = x.size(1);
  const int64_t hidden = x.size(2);
  // Their gradients come back by one copy; three selected ones would be added into zeros, one by one.
  const std::vector<at::Tensor> projected = at::linear(x, in_weight_, in_bias_)
                                                .view({batch, tokens, 3, heads_, hidden / heads_})
                                                .permute({2, 0, 3, 1, 4})
                                                .unbind(0);
  const at::Tensor y = attention(projected[0], projected[1], projected[2], is_causal_);
  return out_(y.transpose(1, 2).reshape({batch, tokens, hidden}));
}

TransformerLayer::TransformerLayer(const LayerShape& shape)
    : gelu_(shape.gelu),
      norm1_(register_module("norm1", layer_norm(shape))),
      attention_(register_module("attention", std::make_shared<SelfAttention>(shape))),
      norm2_(register_module("norm2", layer_norm(shape))),
      widen_(register_module("widen", torch::nn::Linear(shape.hidden, shape.mlp))),
      narrow_(register_module("narrow", torch::nn::Linear(shape.mlp, shape.hidden))) {
  for (const auto& linear : {widen_, narrow_}) {
    torch::nn::init::xavier_uniform_(linear->weight);
    torch::nn::init::normal_(linear->bias, 0, 1e-6);
  }
}

at::Tensor TransformerLayer::forward(const at::Tensor& x) {
  const at::Tensor y = x + attention_->forward(norm1_(x));
  return y + narrow_(at::gelu(widen_(norm2_(y)), gelu_));
}

}  // namespace scalegen::train

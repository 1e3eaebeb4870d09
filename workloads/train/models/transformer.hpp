#pragma once

#include <memory>
#include <string>

#include "workloads/train/libtorch.hpp"

namespace scalegen::train {

/// The layers of a transformer: as torchvision's vision transformer has them, unless it says otherwise.
struct LayerShape {
  int64_t hidden = 768;
  int64_t heads = 12;
  int64_t mlp = 3072;
  bool is_causal = false;  // a token looks at none behind it
  double epsilon = 1e-6;   // of the norms
  std::string gelu = "none";
};

torch::nn::LayerNorm layer_norm(const LayerShape& shape);

/// Vaswani et al., "Attention Is All You Need" (2017): the three projections are one matrix, as in
/// torch.nn.MultiheadAttention.
class SelfAttention final : public torch::nn::Module {
 public:
  explicit SelfAttention(const LayerShape& shape);

  /// `x`: batch x tokens x hidden, and so is the result.
  at::Tensor forward(const at::Tensor& x);

 private:
  int64_t heads_;
  bool is_causal_;
  at::Tensor in_weight_;
  at::Tensor in_bias_;
  torch::nn::Linear out_;
};

/// Attention and two layers with a GELU between, each behind a norm and beside a way past it.
class TransformerLayer final : public torch::nn::Module {
 public:
  explicit TransformerLayer(const LayerShape& shape);

  /// `x`: batch x tokens x hidden, and so is the result.
  at::Tensor forward(const at::Tensor& x);

 private:
  std::string gelu_;
  torch::nn::LayerNorm norm1_;
  std::shared_ptr<SelfAttention> attention_;
  torch::nn::LayerNorm norm2_;
  torch::nn::Linear widen_;
  torch::nn::Linear narrow_;
};

}  // namespace scalegen::train

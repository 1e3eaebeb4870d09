#pragma once

#include <memory>

#include "workloads/recipe.hpp"
#include "workloads/train/libtorch.hpp"

namespace scalegen::train {

/// A network that tells images apart, or the next token of a text.
class Model : public torch::nn::Module {
 public:
  /// `inputs`: batch x channels x height x width, or batch x tokens. Returns batch x classes, or batch x
  /// tokens x classes, before the softmax.
  virtual at::Tensor forward(const at::Tensor& inputs) = 0;
};

/// The model of the recipes' table, with the parameters that Python's has after the same torch.manual_seed.
/// Without dropout two runs can be compared number by number.
std::shared_ptr<Model> make_model(const recipe::Model& model, bool dropout);

/// The number of a model's weights.
int64_t parameter_count(const Model& model);

}  // namespace scalegen::train

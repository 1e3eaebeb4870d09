#include "workloads/train/models/models.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <stdexcept>

namespace scalegen::train {
namespace {

using Make = std::function<std::shared_ptr<Model>(const recipe::Model& model, bool dropout)>;

const std::map<std::string_view, Make>& makers() {
  static const std::map<std::string_view, Make> makers = {
      {"mnist_cnn", [](const auto&, bool dropout) { return make_mnist_cnn(dropout); }},
      {"cyclone_cnn", [](const auto&, bool) { return make_cyclone_cnn(); }},
      {"wide_resnet",
       [](const auto& model, bool dropout) { return make_wide_resnet(160, model.classes, dropout); }},
      {"wide_resnet_tiny",
       [](const auto& model, bool dropout) { return make_wide_resnet(16, model.classes, dropout); }},
      {"vit_b16", [](const auto& model, bool) { return make_vit(VitShape{}, model.classes); }},
      {"vit_tiny",
       [](const auto& model, bool) {
         return make_vit({.image = 32, .patch = 4, .layers = 4, .heads = 4, .hidden = 128, .mlp = 256},
                         model.classes);
       }},
      {"gpt2_small", [](const auto& model,
                        bool) { return make_gpt({.context = model.context, .vocabulary = model.classes}); }},
      {"gpt_tiny",
       [](const auto& model, bool) {
         return make_gpt(
             {.context = model.context, .vocabulary = model.classes, .layers = 4, .heads = 4, .hidden = 128});
       }},
      {"linear", [](const auto& model, bool) { return make_linear(model.input.size(), model.classes); }},
  };
  return makers;
}

}  // namespace

std::shared_ptr<Model> make_model(const recipe::Model& model, bool dropout) {
  std::shared_ptr<Model> made = makers().at(model.name)(model, dropout);
  if (parameter_count(*made) != model.parameters)
    throw std::logic_error(fmt::format("{} has {} parameters, and its recipe says {}", model.name,
                                       parameter_count(*made), model.parameters));
  return made;
}

int64_t parameter_count(const Model& model) {
  int64_t count = 0;
  for (const at::Tensor& parameter : model.parameters()) count += parameter.numel();
  return count;
}

}  // namespace scalegen::train

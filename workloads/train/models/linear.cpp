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

}  // namespace

std::shared_ptr<Model> make_linear(int64_t pixels, int64_t classes) {
  return std::make_shared<OneLayer>(pixels, classes);
}

}  // namespace scalegen::train

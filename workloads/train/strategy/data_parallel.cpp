#include "workloads/train/strategy/data_parallel.hpp"

#include <c10/core/DeviceGuard.h>

namespace scalegen::train {
namespace {

at::Device device_of(const Model& model) { return model.parameters().front().device(); }

void copy_all(const std::vector<at::Tensor>& from, const std::vector<at::Tensor>& to) {
  for (std::size_t i = 0; i < from.size(); ++i) to[i].detach().copy_(from[i], /*non_blocking=*/true);
}

}  // namespace

DataParallel::DataParallel(std::shared_ptr<Model> model, std::vector<std::shared_ptr<Model>> others)
    : Strategy(std::move(model)), others_(std::move(others)) {}

void DataParallel::clear_gradients() {
  Strategy::clear_gradients();
  for (const auto& other : others_) other->zero_grad(/*set_to_none=*/true);
}

void DataParallel::begin_pass(Pass pass) {
  if (!pass.is_first) return;
  const torch::NoGradGuard no_grad;
  for (const auto& other : others_) {
    copy_all(model().parameters(), other->parameters());
    copy_all(model().buffers(), other->buffers());
  }
}

/// A batch of fewer samples than devices leaves the last ones without work.
at::Tensor DataParallel::forward(const at::Tensor& inputs, Pass /*pass*/) {
  const std::vector<at::Tensor> parts = inputs.chunk(static_cast<int64_t>(others_.size()) + 1);
  std::vector<at::Tensor> outputs = {model().forward(parts.front())};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    Model& other = *others_[i - 1];
    const c10::DeviceGuard guard(device_of(other));
    const at::Tensor part = parts[i].to(device_of(other), /*non_blocking=*/true);
    outputs.push_back(other.forward(part).to(inputs.device(), /*non_blocking=*/true));
  }
  return at::cat(outputs);
}

void DataParallel::finish_gradients() {
  const torch::NoGradGuard no_grad;
  const std::vector<at::Tensor> mine = model().parameters();
  for (const auto& other : others_) {
    const std::vector<at::Tensor> theirs = other->parameters();
    for (std::size_t i = 0; i < mine.size(); ++i)
      if (theirs[i].grad().defined())
        mine[i].grad().add_(theirs[i].grad().to(mine[i].device(), /*non_blocking=*/true));
  }
}

}  // namespace scalegen::train

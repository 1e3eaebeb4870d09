#include "workloads/train/optimizer.hpp"

#include <ATen/Parallel.h>

#include <cmath>

namespace scalegen::train {
namespace {

constexpr int64_t kFloatsPerTask = 1 << 15;

std::vector<at::Tensor> zeros_like(const std::vector<at::Tensor>& tensors) {
  std::vector<at::Tensor> zeros;
  for (const at::Tensor& tensor : tensors)
    zeros.push_back(torch::zeros_like(tensor, at::MemoryFormat::Preserve).detach());
  return zeros;
}

std::vector<at::Tensor> gradients(const std::vector<at::Tensor>& parameters) {
  std::vector<at::Tensor> gradients;
  for (const at::Tensor& parameter : parameters) gradients.push_back(parameter.grad());
  return gradients;
}

/// Kingma and Ba, "Adam: A Method for Stochastic Optimization" (2015), algorithm 1.
class Adam final : public Optimizer {
 public:
  Adam(std::vector<at::Tensor> parameters, double learning_rate)
      : Optimizer(std::move(parameters)),
        learning_rate_(learning_rate),
        means_(zeros_like(parameters_)),
        squares_(zeros_like(parameters_)) {
    for (const at::Tensor& parameter : parameters_) steps_.push_back(torch::zeros({}, parameter.device()));
  }

  void step() override {
    ++step_;
    parameters_.front().is_cuda() ? step_on_gpu() : step_on_cpu();
  }

 private:
  void step_on_gpu() {
    for (at::Tensor& step : steps_) step.add_(1);
    at::_fused_adam_(parameters_, gradients(parameters_), means_, squares_, {}, steps_, learning_rate_,
                     kBeta1, kBeta2,
                     /*weight_decay=*/0, kEpsilon, /*amsgrad=*/false, /*maximize=*/false, {}, {});
  }

  void step_on_cpu() {
    const double first_correction = 1 - std::pow(kBeta1, step_);
    const double second_correction = 1 - std::pow(kBeta2, step_);
    const auto rate = static_cast<float>(learning_rate_ / first_correction);
    const auto root = static_cast<float>(1 / std::sqrt(second_correction));
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const at::Tensor gradient = parameters_[i].grad().contiguous();
      float* const p = parameters_[i].data_ptr<float>();
      const float* const g = gradient.data_ptr<float>();
      float* const m = means_[i].data_ptr<float>();
      float* const v = squares_[i].data_ptr<float>();
      at::parallel_for(0, gradient.numel(), kFloatsPerTask,
                       [=](int64_t begin, int64_t end) { update(p, g, m, v, begin, end, rate, root); });
    }
  }

  static void update(float* __restrict p, const float* __restrict g, float* __restrict m, float* __restrict v,
                     int64_t begin, int64_t end, float rate, float root) {
    for (int64_t i = begin; i < end; ++i) {
      m[i] += float(1 - kBeta1) * (g[i] - m[i]);
      v[i] = float(kBeta2) * v[i] + float(1 - kBeta2) * g[i] * g[i];
      p[i] -= rate * m[i] / (std::sqrt(v[i]) * root + float(kEpsilon));
    }
  }

  static constexpr double kBeta1 = 0.9;
  static constexpr double kBeta2 = 0.999;
  static constexpr double kEpsilon = 1e-8;

  double learning_rate_;
  int64_t step_ = 0;
  std::vector<at::Tensor> means_;
  std::vector<at::Tensor> squares_;
  std::vector<at::Tensor> steps_;  // the GPU's kernel counts on the device
};

class Sgd final : public Optimizer {
 public:
  Sgd(std::vector<at::Tensor> parameters, double learning_rate)
      : Optimizer(std::move(parameters)), learning_rate_(learning_rate), momenta_(zeros_like(parameters_)) {}

  void step() override { parameters_.front().is_cuda() ? step_on_gpu() : step_on_cpu(); }

 private:
  void step_on_gpu() {
    const torch::NoGradGuard no_grad;
    at::_foreach_mul_(momenta_, kMomentum);
    at::_foreach_add_(momenta_, gradients(parameters_));
    at::_foreach_add_(parameters_, momenta_, -learning_rate_);
  }

  void step_on_cpu() {
    const auto rate = static_cast<float>(learning_rate_);
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const at::Tensor gradient = parameters_[i].grad().contiguous();
      float* const p = parameters_[i].data_ptr<float>();
      const float* const g = gradient.data_ptr<float>();
      float* const m = momenta_[i].data_ptr<float>();
      at::parallel_for(0, gradient.numel(), kFloatsPerTask,
                       [=](int64_t begin, int64_t end) { update(p, g, m, begin, end, rate); });
    }
  }

  static void update(float* __restrict p, const float* __restrict g, float* __restrict m, int64_t begin,
                     int64_t end, float rate) {
    for (int64_t i = begin; i < end; ++i) {
      m[i] = float(kMomentum) * m[i] + g[i];
      p[i] -= rate * m[i];
    }
  }

  static constexpr double kMomentum = 0.9;

  double learning_rate_;
  std::vector<at::Tensor> momenta_;
};

}  // namespace

void Optimizer::clear_gradients() {
  for (at::Tensor& parameter : parameters_) parameter.mutable_grad().reset();
}

std::unique_ptr<Optimizer> make_optimizer(const std::string& name, std::vector<at::Tensor> parameters,
                                          double learning_rate) {
  if (name == "adam") return std::make_unique<Adam>(std::move(parameters), learning_rate);
  return std::make_unique<Sgd>(std::move(parameters), learning_rate);
}

}  // namespace scalegen::train

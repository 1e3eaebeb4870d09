#include "workloads/train/optimizers/optimizer.hpp"

#include <cmath>

#include "workloads/train/compat.hpp"

namespace scalegen::train {
namespace {

/// Kingma and Ba, "Adam: A Method for Stochastic Optimization" (2015), algorithm 1; decoupled, it is
/// Loshchilov and Hutter's AdamW, "Decoupled Weight Decay Regularization" (2019), algorithm 2.
class Adam final : public Optimizer {
 public:
  Adam(const Learning& learning, std::vector<at::Tensor> parameters, Kernels kernels)
      : Optimizer(std::move(parameters)),
        kernels_(kernels),
        weight_decay_(learning.weight_decay),
        decoupled_(learning.optimizer == OptimizerKind::adamw),
        means_(zeros()),
        squares_(zeros()),
        steps_(parameters_.size(), torch::zeros({}, parameters_.front().device())) {}

 private:
  bool is_fused() const override { return kernels_ == Kernels::fused; }

  void update(const std::optional<at::Tensor>& overflows) override {
    const at::Tensor& steps = steps_.front();  // of all parameters, read on the device where that is fused
    steps.add_(1);
    if (!is_fused()) return update_one_by_one(steps.item<double>());
    compat::adam(decoupled_, parameters_, gradients(), means_, squares_, steps_, rate_on_device_, kBeta1,
                 kBeta2, weight_decay_, kEpsilon, overflows);
    if (overflows) steps.sub_(overflows->squeeze());
  }

  void update_one_by_one(double step) {
    std::vector<at::Tensor> gradients = this->gradients();
    if (decoupled_)
      at::_foreach_mul_(parameters_, 1 - rate_ * weight_decay_);
    else if (weight_decay_ > 0)
      gradients = at::_foreach_add(gradients, parameters_, weight_decay_);
    at::_foreach_mul_(means_, kBeta1);
    at::_foreach_add_(means_, gradients, 1 - kBeta1);
    at::_foreach_mul_(squares_, kBeta2);
    at::_foreach_addcmul_(squares_, gradients, gradients, 1 - kBeta2);
    const std::vector<at::Tensor> roots = at::_foreach_sqrt(squares_);
    at::_foreach_div_(roots, std::sqrt(1 - std::pow(kBeta2, step)));
    at::_foreach_add_(roots, kEpsilon);
    at::_foreach_addcdiv_(parameters_, means_, roots, -rate_ / (1 - std::pow(kBeta1, step)));
  }

  static constexpr double kBeta1 = 0.9;
  static constexpr double kBeta2 = 0.999;
  static constexpr double kEpsilon = 1e-8;

  Kernels kernels_;
  double weight_decay_;
  bool decoupled_;
  std::vector<at::Tensor> means_;
  std::vector<at::Tensor> squares_;
  std::vector<at::Tensor> steps_;  // the same counter for each parameter
};

class Sgd final : public Optimizer {
 public:
  Sgd(const Learning& learning, std::vector<at::Tensor> parameters, Kernels kernels)
      : Optimizer(std::move(parameters)), kernels_(kernels), learning_(learning), momenta_(zeros()) {}

 private:
  bool is_fused() const override { return kernels_ == Kernels::fused; }

  void update(const std::optional<at::Tensor>& overflows) override {
    if (!is_fused()) return update_one_by_one();
    std::vector<at::Tensor> momenta;  // without a momentum, the kernel wants none
    if (learning_.momentum > 0) momenta = momenta_;
    compat::sgd(parameters_, gradients(), momenta, learning_.weight_decay, learning_.momentum,
                rate_on_device_, learning_.nesterov, overflows);
  }

  void update_one_by_one() {
    std::vector<at::Tensor> changes = gradients();
    if (learning_.weight_decay > 0) changes = at::_foreach_add(changes, parameters_, learning_.weight_decay);
    if (learning_.momentum > 0) {
      at::_foreach_mul_(momenta_, learning_.momentum);
      at::_foreach_add_(momenta_, changes);
      changes = learning_.nesterov ? at::_foreach_add(changes, momenta_, learning_.momentum) : momenta_;
    }
    at::_foreach_add_(parameters_, changes, -rate_);
  }

  Kernels kernels_;
  Learning learning_;
  std::vector<at::Tensor> momenta_;
};

/// Zeiler, "ADADELTA: An Adaptive Learning Rate Method" (2012), algorithm 1.
class Adadelta final : public Optimizer {
 public:
  Adadelta(const Learning& learning, std::vector<at::Tensor> parameters)
      : Optimizer(std::move(parameters)),
        weight_decay_(learning.weight_decay),
        squares_(zeros()),
        changes_(zeros()) {}

 private:
  void update(const std::optional<at::Tensor>& /*overflows*/) override {
    std::vector<at::Tensor> gradients = this->gradients();
    if (weight_decay_ > 0) gradients = at::_foreach_add(gradients, parameters_, weight_decay_);
    at::_foreach_mul_(squares_, kRho);
    at::_foreach_addcmul_(squares_, gradients, gradients, 1 - kRho);
    std::vector<at::Tensor> deltas = at::_foreach_sqrt(at::_foreach_add(changes_, kEpsilon));
    at::_foreach_div_(deltas, at::_foreach_sqrt(at::_foreach_add(squares_, kEpsilon)));
    at::_foreach_mul_(deltas, gradients);
    at::_foreach_mul_(changes_, kRho);
    at::_foreach_addcmul_(changes_, deltas, deltas, 1 - kRho);
    compat::multiply_each(deltas, rate_on_device_);
    at::_foreach_sub_(parameters_, deltas);
  }

  static constexpr double kRho = 0.9;
  static constexpr double kEpsilon = 1e-6;

  double weight_decay_;
  std::vector<at::Tensor> squares_;
  std::vector<at::Tensor> changes_;
};

/// Hinton's, as torch.optim has it.
class Rmsprop final : public Optimizer {
 public:
  Rmsprop(const Learning& learning, std::vector<at::Tensor> parameters)
      : Optimizer(std::move(parameters)), learning_(learning), squares_(zeros()), momenta_(zeros()) {}

 private:
  void update(const std::optional<at::Tensor>& /*overflows*/) override {
    std::vector<at::Tensor> gradients = this->gradients();
    if (learning_.weight_decay > 0)
      gradients = at::_foreach_add(gradients, parameters_, learning_.weight_decay);
    at::_foreach_mul_(squares_, kAlpha);
    at::_foreach_addcmul_(squares_, gradients, gradients, 1 - kAlpha);
    const std::vector<at::Tensor> roots = at::_foreach_sqrt(squares_);
    at::_foreach_add_(roots, kEpsilon);
    at::_foreach_mul_(momenta_, learning_.momentum);
    at::_foreach_addcdiv_(momenta_, gradients, roots, 1);
    std::vector<at::Tensor> changes = at::_foreach_mul(momenta_, 1);
    compat::multiply_each(changes, rate_on_device_);
    at::_foreach_sub_(parameters_, changes);
  }

  static constexpr double kAlpha = 0.99;
  static constexpr double kEpsilon = 1e-8;

  Learning learning_;
  std::vector<at::Tensor> squares_;
  std::vector<at::Tensor> momenta_;
};

}  // namespace

Optimizer::Optimizer(std::vector<at::Tensor> parameters)
    : parameters_(std::move(parameters)), rate_on_device_(torch::zeros({}, parameters_.front().device())) {}

void Optimizer::set_rate(double rate) {
  if (rate == rate_) return;
  rate_ = rate;
  rate_on_device_.fill_(rate);
}

void Optimizer::step(const at::Tensor& overflows) {
  const torch::NoGradGuard no_grad;
  std::optional<at::Tensor> skip;
  if (overflows.defined()) {
    if (!waits_for_overflows())
      skip = overflows;
    else if (overflows.item<float>() != 0)
      return;
  }
  update(skip);
}

std::vector<at::Tensor> Optimizer::gradients() const {
  std::vector<at::Tensor> gradients;
  for (const at::Tensor& parameter : parameters_) gradients.push_back(parameter.grad());
  return gradients;
}

std::vector<at::Tensor> Optimizer::zeros() const {
  std::vector<at::Tensor> zeros;
  for (const at::Tensor& parameter : parameters_)
    zeros.push_back(torch::zeros_like(parameter, at::MemoryFormat::Preserve).detach());
  return zeros;
}

std::unique_ptr<Optimizer> make_optimizer(const Learning& learning, std::vector<at::Tensor> parameters,
                                          Kernels kernels) {
  switch (learning.optimizer) {
    case OptimizerKind::adam:
    case OptimizerKind::adamw:
      return std::make_unique<Adam>(learning, std::move(parameters), kernels);
    case OptimizerKind::sgd:
      return std::make_unique<Sgd>(learning, std::move(parameters), kernels);
    case OptimizerKind::adadelta:
      return std::make_unique<Adadelta>(learning, std::move(parameters));
    case OptimizerKind::rmsprop:
      return std::make_unique<Rmsprop>(learning, std::move(parameters));
  }
  throw std::logic_error("an optimizer without a rule");
}

}  // namespace scalegen::train

#include "workloads/train/optimizers/optimizer.hpp"

#include <ATen/Parallel.h>

#include <cmath>

#include "workloads/train/compat.hpp"
#include "workloads/train/cpu/optimizer_updates.hpp"

namespace scalegen::train {
namespace {

constexpr int64_t kFloatsPerTask = 1 << 15;

/// A gradient whose values lie in memory in the order of its parameter's.
at::Tensor laid_out_as(const at::Tensor& gradient, const at::Tensor& parameter) {
  if (gradient.strides() == parameter.strides()) return gradient;
  return at::empty_like(parameter).copy_(gradient);
}

float* floats(const at::Tensor& tensor) { return tensor.data_ptr<float>(); }

/// Calls `update(p, g, size, index, from)` for the floats of each parameter and its gradient, shared among
/// threads: a task has `size` of them, from `from` on.
template <typename Update>
void for_each_float(const std::vector<at::Tensor>& parameters, const Update& update) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const at::Tensor gradient = laid_out_as(parameters[i].grad(), parameters[i]);
    float* const p = floats(parameters[i]);
    const float* const g = floats(gradient);
    at::parallel_for(0, gradient.numel(), kFloatsPerTask, [&](int64_t begin, int64_t end) {
      update(p + begin, g + begin, end - begin, i, begin);
    });
  }
}

/// Kingma and Ba, "Adam: A Method for Stochastic Optimization" (2015), algorithm 1; decoupled, it is
/// Loshchilov and Hutter's AdamW, "Decoupled Weight Decay Regularization" (2019), algorithm 2.
class Adam final : public Optimizer {
 public:
  Adam(const Learning& learning, std::vector<at::Tensor> parameters, Kernels kernels)
      : Optimizer(std::move(parameters), kernels),
        weight_decay_(learning.weight_decay),
        decoupled_(learning.optimizer == OptimizerKind::adamw),
        means_(zeros()),
        squares_(zeros()),
        steps_(parameters_.size(), torch::zeros({}, parameters_.front().device())) {}

  std::vector<at::Tensor> state() override {
    std::vector<at::Tensor> state = means_;
    state.insert(state.end(), squares_.begin(), squares_.end());
    state.push_back(steps_.front());
    return state;
  }

 private:
  bool is_fused() const override { return true; }

  void step_with_libtorch(const std::optional<at::Tensor>& overflows) override {
    const at::Tensor& steps = steps_.front();  // of all parameters, read on the device
    steps.add_(1);
    compat::adam(decoupled_, parameters_, gradients(), means_, squares_, steps_, rate_on_device_, kBeta1,
                 kBeta2, weight_decay_, kEpsilon, overflows);
    if (overflows) steps.sub_(overflows->squeeze());
  }

  void step_with_own_loops() override {
    steps_.front().add_(1);
    const auto step = steps_.front().item<double>();
    cpu::AdamNumbers numbers;
    numbers.rate = static_cast<float>(rate_ / (1 - std::pow(kBeta1, step)));
    numbers.root = static_cast<float>(1 / std::sqrt(1 - std::pow(kBeta2, step)));
    numbers.beta1 = cpu::Decay(kBeta1);
    numbers.beta2 = cpu::Decay(kBeta2);
    numbers.epsilon = static_cast<float>(kEpsilon);
    if (decoupled_)
      numbers.shrink = static_cast<float>(1 - rate_ * weight_decay_);
    else
      numbers.l2 = static_cast<float>(weight_decay_);
    for_each_float(parameters_, [&](float* p, const float* g, int64_t size, std::size_t i, int64_t from) {
      cpu::adam(p, g, floats(means_[i]) + from, floats(squares_[i]) + from, size, numbers);
    });
  }

  static constexpr double kBeta1 = 0.9;
  static constexpr double kBeta2 = 0.999;
  static constexpr double kEpsilon = 1e-8;

  double weight_decay_;
  bool decoupled_;
  std::vector<at::Tensor> means_;
  std::vector<at::Tensor> squares_;
  std::vector<at::Tensor> steps_;  // the same counter for each parameter
};

class Sgd final : public Optimizer {
 public:
  Sgd(const Learning& learning, std::vector<at::Tensor> parameters, Kernels kernels)
      : Optimizer(std::move(parameters), kernels), learning_(learning), momenta_(zeros()) {}

  std::vector<at::Tensor> state() override { return momenta_; }

 private:
  bool is_fused() const override { return true; }

  void step_with_libtorch(const std::optional<at::Tensor>& overflows) override {
    std::vector<at::Tensor> momenta;  // without a momentum, the kernel wants none
    if (learning_.momentum > 0) momenta = momenta_;
    compat::sgd(parameters_, gradients(), momenta, learning_.weight_decay, learning_.momentum,
                rate_on_device_, learning_.nesterov, overflows);
  }

  void step_with_own_loops() override {
    const cpu::SgdNumbers numbers{static_cast<float>(rate_), static_cast<float>(learning_.momentum),
                                  static_cast<float>(learning_.weight_decay), learning_.nesterov};
    for_each_float(parameters_, [&](float* p, const float* g, int64_t size, std::size_t i, int64_t from) {
      cpu::sgd(p, g, floats(momenta_[i]) + from, size, numbers);
    });
  }

  Learning learning_;
  std::vector<at::Tensor> momenta_;
};

/// Zeiler, "ADADELTA: An Adaptive Learning Rate Method" (2012), algorithm 1.
class Adadelta final : public Optimizer {
 public:
  Adadelta(const Learning& learning, std::vector<at::Tensor> parameters, Kernels kernels)
      : Optimizer(std::move(parameters), kernels),
        weight_decay_(learning.weight_decay),
        squares_(zeros()),
        changes_(zeros()) {}

  std::vector<at::Tensor> state() override {
    std::vector<at::Tensor> state = squares_;
    state.insert(state.end(), changes_.begin(), changes_.end());
    return state;
  }

 private:
  void step_with_libtorch(const std::optional<at::Tensor>& /*overflows*/) override {
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

  void step_with_own_loops() override {
    const cpu::AdadeltaNumbers numbers{static_cast<float>(rate_), cpu::Decay(kRho),
                                       static_cast<float>(kEpsilon), static_cast<float>(weight_decay_)};
    for_each_float(parameters_, [&](float* p, const float* g, int64_t size, std::size_t i, int64_t from) {
      cpu::adadelta(p, g, floats(squares_[i]) + from, floats(changes_[i]) + from, size, numbers);
    });
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
  Rmsprop(const Learning& learning, std::vector<at::Tensor> parameters, Kernels kernels)
      : Optimizer(std::move(parameters), kernels),
        learning_(learning),
        squares_(zeros()),
        momenta_(zeros()) {}

  std::vector<at::Tensor> state() override {
    std::vector<at::Tensor> state = squares_;
    state.insert(state.end(), momenta_.begin(), momenta_.end());
    return state;
  }

 private:
  void step_with_libtorch(const std::optional<at::Tensor>& /*overflows*/) override {
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

  void step_with_own_loops() override {
    const cpu::RmspropNumbers numbers{static_cast<float>(rate_), cpu::Decay(kAlpha),
                                      static_cast<float>(kEpsilon), static_cast<float>(learning_.momentum),
                                      static_cast<float>(learning_.weight_decay)};
    for_each_float(parameters_, [&](float* p, const float* g, int64_t size, std::size_t i, int64_t from) {
      cpu::rmsprop(p, g, floats(squares_[i]) + from, floats(momenta_[i]) + from, size, numbers);
    });
  }

  static constexpr double kAlpha = 0.99;
  static constexpr double kEpsilon = 1e-8;

  Learning learning_;
  std::vector<at::Tensor> squares_;
  std::vector<at::Tensor> momenta_;
};

}  // namespace

Optimizer::Optimizer(std::vector<at::Tensor> parameters, Kernels kernels)
    : parameters_(std::move(parameters)),
      rate_on_device_(torch::zeros({}, parameters_.front().device())),
      kernels_(kernels) {}

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
  kernels_ == Kernels::own ? step_with_own_loops() : step_with_libtorch(skip);
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
      return std::make_unique<Adadelta>(learning, std::move(parameters), kernels);
    case OptimizerKind::rmsprop:
      return std::make_unique<Rmsprop>(learning, std::move(parameters), kernels);
  }
  throw std::logic_error("an optimizer without a rule");
}

}  // namespace scalegen::train

#pragma once

#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "workloads/train/libtorch.hpp"

namespace scalegen::train {

/// Calls back when a pass back has finished a parameter's gradient.
class GradientHooks {
 public:
  void add(const at::Tensor& parameter, std::function<void()> call) {
    const torch::AutoGradMode with_grad(true);
    accumulators_.push_back(torch::autograd::impl::grad_accumulator(parameter));
    accumulators_.back()->add_post_hook(std::make_unique<Hook>(std::move(call)));
  }

 private:
  class Hook final : public torch::autograd::FunctionPostHook {
   public:
    explicit Hook(std::function<void()> call) : call_(std::move(call)) {}

    torch::autograd::variable_list operator()(const torch::autograd::variable_list& outputs,
                                              const torch::autograd::variable_list& /*inputs*/) override {
      call_();
      return outputs;
    }

   private:
    std::function<void()> call_;
  };

  using Accumulator = decltype(torch::autograd::impl::grad_accumulator(std::declval<at::Tensor>()));

  std::vector<Accumulator> accumulators_;  // a parameter makes another one once nobody holds its own
};

}  // namespace scalegen::train

// Debian's libtorch-dev 1.13 ships c10d/reducer.hpp without this header, of which it needs two names in
// declarations.
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>

namespace torch::distributed::autograd {

struct DistAutogradContext {
  using GradCallback = std::function<bool(at::Tensor&)>;
};

using ContextPtr = std::shared_ptr<DistAutogradContext>;

}  // namespace torch::distributed::autograd

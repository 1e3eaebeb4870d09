#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "workloads/train/libtorch.hpp"
#include "workloads/train/options.hpp"

namespace scalegen::train {

/// Those of LibTorch that adam, adamw and sgd run; the others have no fused ones.
enum class Kernels : std::uint8_t {
  foreach,  // one operation after the other, for CPUs: fused ones are there from 2.4 on
  fused,    // for GPUs
};

/// Moves parameters by their gradients, with the rules and defaults of torch.optim.
class Optimizer {
 public:
  virtual ~Optimizer() = default;

  /// From the next step on. Kernels of GPUs read the rate from memory of their device, so that a recorded
  /// step, too, has the one of its turn.
  void set_rate(double rate);

  /// Leaves everything as it is where `overflows`, a number on the device, is not 0. It may be undefined.
  void step(const at::Tensor& overflows = {});

  /// True if the host waits for `overflows`: fused kernels read it themselves.
  bool waits_for_overflows() const { return !is_fused(); }

 protected:
  explicit Optimizer(std::vector<at::Tensor> parameters);

  virtual bool is_fused() const { return false; }
  /// `overflows` is none, unless the kernels are fused.
  virtual void update(const std::optional<at::Tensor>& overflows) = 0;

  std::vector<at::Tensor> gradients() const;
  std::vector<at::Tensor> zeros() const;  // of the parameters' shapes

  std::vector<at::Tensor> parameters_;
  double rate_ = 0;
  at::Tensor rate_on_device_;
};

/// Tests ask for fused kernels on CPUs, too.
std::unique_ptr<Optimizer> make_optimizer(const Learning& learning, std::vector<at::Tensor> parameters,
                                          Kernels kernels);

}  // namespace scalegen::train

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "workloads/train/libtorch.hpp"
#include "workloads/train/options.hpp"

namespace scalegen::train {

/// Whose loops an optimizer runs.
enum class Kernels : std::uint8_t {
  own,       // cpu/optimizer_updates.hpp: over memory once, for CPUs
  libtorch,  // fused or foreach, for GPUs
};

/// Moves parameters by their gradients, with the rules and defaults of torch.optim. torch::optim walks over
/// each parameter half a dozen times; these go over memory once, or as few times as LibTorch's kernels allow.
class Optimizer {
 public:
  virtual ~Optimizer() = default;

  /// From the next step on. LibTorch's kernels read the rate from memory of their device, so that a recorded
  /// step, too, has the one of its turn.
  void set_rate(double rate);

  /// Leaves everything as it is where `overflows`, a number on the device, is not 0. It may be undefined.
  void step(const at::Tensor& overflows = {});

  /// True if the host waits for `overflows`: fused kernels read it themselves.
  bool waits_for_overflows() const { return kernels_ == Kernels::own || !is_fused(); }

  /// The tensors that outlive a step, always in the same order.
  virtual std::vector<at::Tensor> state() = 0;

 protected:
  Optimizer(std::vector<at::Tensor> parameters, Kernels kernels);

  virtual bool is_fused() const { return false; }
  virtual void step_with_own_loops() = 0;
  /// `overflows` is none, unless the kernels are fused.
  virtual void step_with_libtorch(const std::optional<at::Tensor>& overflows) = 0;

  std::vector<at::Tensor> gradients() const;
  std::vector<at::Tensor> zeros() const;  // of the parameters' shapes

  std::vector<at::Tensor> parameters_;
  double rate_ = 0;
  at::Tensor rate_on_device_;

 private:
  Kernels kernels_;
};

/// `kernels` are libtorch's on GPUs; on CPUs, which have them from 2.4 on, tests ask for them.
std::unique_ptr<Optimizer> make_optimizer(const Learning& learning, std::vector<at::Tensor> parameters,
                                          Kernels kernels);

}  // namespace scalegen::train

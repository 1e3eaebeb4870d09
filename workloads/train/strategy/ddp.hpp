#pragma once

#include <memory>
#include <optional>
#include <torch/csrc/distributed/c10d/reducer.hpp>
#include <utility>

#include "workloads/train/strategy/buckets.hpp"
#include "workloads/train/strategy/gradient_hooks.hpp"
#include "workloads/train/strategy/strategy.hpp"

namespace scalegen::train {

/// Keeps a model the same on all ranks: starts from rank 0's parameters, and averages the gradients of each
/// step while its last pass back still runs.
///
/// The work is done by c10d::Reducer, the engine beneath Python's DistributedDataParallel, called as that
/// calls it with gradient_as_bucket_view=True: gradients lie in buckets, each reduced as soon as it is
/// full, where asked for as halves, which each rank divides by their number first. As there, the first step
/// has but one bucket, and learns from it in which order the gradients come, and rank 0's buffers go to all
/// before each step. What DistributedDataParallel adds and this leaves out: parameters that a step does not
/// use, sparse gradients, other communication hooks, and the logger of statistics.
class Ddp final : public Strategy {
 public:
  Ddp(std::shared_ptr<Model> model, const ProcessGroup& group, BucketBytes bytes, Compression compression);

  void begin_pass(Pass pass) override;
  at::Tensor forward(const at::Tensor& inputs, Pass pass) override;
  std::optional<Moment> take_gradients_came() override {
    return std::exchange(gradients_came_, std::nullopt);
  }
  void share_buffers() override;
  bool shares_model() const override { return true; }
  bool shares_optimizer() const override { return true; }

 private:
  void watch_gradients();

  ProcessGroup group_;
  GradientHooks hooks_;
  std::size_t missing_ = 0;  // gradients that the last pass back has still to compute
  std::optional<Moment> gradients_came_;
  std::shared_ptr<c10d::Reducer> reducer_;
};

}  // namespace scalegen::train

#pragma once

#include <memory>
#include <torch/csrc/distributed/c10d/reducer.hpp>

#include "workloads/train/libtorch.hpp"
#include "workloads/train/process_group.hpp"

namespace scalegen::train {

/// Keeps a model the same on all ranks: starts from rank 0's parameters, and averages the gradients of each
/// backward pass while it still runs.
///
/// The work is done by c10d::Reducer, the engine beneath Python's DistributedDataParallel, called as that
/// calls it with gradient_as_bucket_view=True: gradients lie in buckets of 25 MiB (the first 1 MiB), each
/// reduced as soon as it is full. As there, the first step has but one bucket, and learns from it in which
/// order the gradients come. What DistributedDataParallel adds and this leaves out: buffers (the models here
/// have none), parameters that a step does not use, sparse gradients, communication hooks, and the logger of
/// statistics.
class GradientSync {
 public:
  GradientSync(const torch::nn::Module& model, const ProcessGroup& group);

  /// Calls each step needs around the model's forward pass.
  void before_forward();
  void after_forward();

 private:
  std::shared_ptr<c10d::Reducer> reducer_;
};

}  // namespace scalegen::train

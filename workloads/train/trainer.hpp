#pragma once

#include <memory>

#include "workloads/train/batches.hpp"
#include "workloads/train/gradient_sync.hpp"
#include "workloads/train/libtorch.hpp"
#include "workloads/train/model.hpp"
#include "workloads/train/optimizer.hpp"
#include "workloads/train/options.hpp"
#include "workloads/train/report.hpp"

namespace scalegen::train {

/// The model of this rank, and how it learns.
class Trainer {
 public:
  /// `group` is null for one rank alone.
  Trainer(const Options& options, const World& world, at::Device device, const ProcessGroup& group);

  /// Forward, backward, average over ranks, update. Returns the loss, which on a GPU is not there yet.
  at::Tensor step(const Batch& batch);

  /// Over the ranks, each with its share of `test`: no sample counts twice.
  Evaluation evaluate(const DeviceSamples& test);

  /// All parameters, one after the other, on the CPU.
  at::Tensor flat_parameters() const;

  int64_t parameters() const;

 private:
  at::Tensor loss(const Batch& batch);

  World world_;
  at::Device device_;
  bool bf16_;
  ProcessGroup group_;
  MnistCnn model_;
  std::unique_ptr<GradientSync> sync_;
  std::unique_ptr<Optimizer> optimizer_;
};

}  // namespace scalegen::train

#pragma once

#include <memory>

#include "workloads/train/data/batches.hpp"
#include "workloads/train/libtorch.hpp"
#include "workloads/train/loss_scaler.hpp"
#include "workloads/train/models/model.hpp"
#include "workloads/train/optimizers/optimizer.hpp"
#include "workloads/train/options.hpp"
#include "workloads/train/report/report.hpp"
#include "workloads/train/report/timeline.hpp"
#include "workloads/train/strategy/buckets.hpp"
#include "workloads/train/strategy/strategy.hpp"

namespace scalegen::train {

/// The results of a step: the loss of this rank's samples, which on a GPU is not there yet, and when its
/// phases end.
struct StepOutcome {
  at::Tensor loss;
  PhaseMarks marks;
};

/// The model of this rank, and how it learns.
class Trainer {
 public:
  /// `devices` are this rank's, mostly one. `group` is null for one rank alone.
  Trainer(const Options& options, World world, const std::vector<at::Device>& devices,
          const ProcessGroup& group);

  /// Lets LibTorch choose kernels and memory for passes of these sizes, with nothing learned from them, and
  /// waits until every rank has done so: no step is then the first of its shape.
  void warm_up(const DeviceSamples& samples, const std::vector<int64_t>& sizes);

  /// Sets the rate of the `step`-th step, from 1, which is in this epoch.
  void set_learning_rate(int64_t step, int64_t epoch);

  /// Passes forward and back over the step's samples, mean over ranks, update.
  StepOutcome step(const DeviceSamples& samples, const StepSamples& mine);

  /// Over the ranks, each with its share of `test`: no sample counts twice.
  Evaluation evaluate(const DeviceSamples& test);

  /// All parameters, one after the other, on the CPU.
  at::Tensor flat_parameters() const;

  /// Zeros of the sizes and the form in which ranks sum this model's gradients.
  std::vector<at::Tensor> empty_buckets() const;

  /// True if the host has to learn in each step whether gradients overflowed.
  bool waits_for_host() const { return scaler_ && optimizer_->waits_for_overflows(); }

  /// The steps that left out their update, of fp16. Waits for the device.
  std::optional<int64_t> skipped_steps() const {
    return scaler_ ? std::optional(scaler_->skipped()) : std::nullopt;
  }

  int64_t parameters() const { return parameter_count(*model_); }

 private:
  /// Back-propagates the mean loss of the batch times `weight`.
  void pass(const Batch& batch, Pass pass, double weight, StepOutcome& outcome);
  std::vector<at::Tensor> gradients() const;
  at::Tensor sum_over_parts(const at::Tensor& number, StepOutcome& outcome);
  void clip_gradients(StepOutcome& outcome);

  uint64_t seed_;
  World world_;
  at::Device device_;  // the first of several
  Precision precision_;
  Learning learning_;
  BucketBytes bucket_bytes_;
  Compression compression_;
  ProcessGroup group_;
  std::shared_ptr<Model> model_;
  std::unique_ptr<Strategy> strategy_;
  std::unique_ptr<Optimizer> optimizer_;
  std::optional<LossScaler> scaler_;  // of fp16
};

}  // namespace scalegen::train

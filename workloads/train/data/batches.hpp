#pragma once

#include "workloads/train/data/samples.hpp"
#include "workloads/train/data/step_plan.hpp"
#include "workloads/train/libtorch.hpp"
#include "workloads/train/ranks/world.hpp"

namespace scalegen::train {

struct Batch {
  at::Tensor images;  // batch x channels x height x width, float, normalised
  at::Tensor labels;  // batch, int64
  int64_t size() const { return labels.size(0); }
};

/// The form of the batches that are made of samples.
struct BatchForm {
  bool channels_last = false;
  bool augment = false;
  int64_t side = 0;  // that the model takes
};

/// Samples where the model is: a byte a value until a batch is taken.
class DeviceSamples {
 public:
  /// On the CPU the images are not copied: `samples`, which are `data`'s, must live as long.
  DeviceSamples(const Dataset& data, Samples& samples, at::Device device, BatchForm form);

  /// The samples at `indices`, augmented if the form says so, with mean and deviation of the set taken out.
  Batch take(const at::Tensor& indices) const;

  int64_t size() const { return labels_.size(0); }
  at::Device device() const { return labels_.device(); }

 private:
  at::Tensor images_;  // samples x channels x height x width, uint8
  at::Tensor labels_;  // samples, int64
  at::Tensor scale_;   // channels x 1 x 1
  at::Tensor shift_;
  BatchForm form_;
};

/// A rank's samples of one step: those of each pass forward and back.
struct StepSamples {
  std::vector<at::Tensor> passes;
  int64_t epoch = 1;
  int64_t size = 0;
};

/// A rank's steps, epoch after epoch. An epoch's last one may be smaller, as large on every rank.
class Batches {
 public:
  /// Goes on after `steps_done` steps, as if those had been taken.
  Batches(const Options& options, const StepPlan& plan, World world, const DeviceSamples& samples,
          int64_t steps_done);

  StepSamples next();
  int64_t epoch() const { return epoch_; }
  bool epoch_is_over() const;

 private:
  void begin_epoch();

  StepPlan plan_;
  World world_;
  uint64_t seed_;
  bool shuffle_;
  bool drop_last_;
  int64_t samples_;
  at::Device device_;
  at::Tensor order_;
  int64_t position_ = 0;
  int64_t epoch_ = 0;
};

}  // namespace scalegen::train

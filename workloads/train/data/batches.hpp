#pragma once

#include "workloads/train/data/samples.hpp"
#include "workloads/train/data/step_plan.hpp"
#include "workloads/train/libtorch.hpp"
#include "workloads/train/ranks/world.hpp"

namespace scalegen::train {

/// What a model sees, and what it should say of it: images (batch x channels x height x width, float,
/// normalised) and their classes (batch, int64), or rows of tokens and the token behind each (batch x tokens,
/// int64).
struct Batch {
  at::Tensor inputs;
  at::Tensor targets;
  int64_t size() const { return targets.size(0); }
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
  /// On the CPU they are not copied: `samples`, which are `data`'s, must live as long.
  DeviceSamples(const Dataset& data, Samples& samples, at::Device device, BatchForm form);

  /// The samples at `indices`: images augmented if the form says so, with mean and deviation of the set taken
  /// out.
  Batch take(const at::Tensor& indices) const;

  int64_t size() const { return size_; }
  at::Device device() const { return device_; }

  /// The tokens in a row of text, or 0.
  int64_t sequence() const { return sequence_; }

 private:
  void keep_images(const Dataset& data, Samples& samples);
  void keep_text(Samples& samples);
  Batch take_images(const at::Tensor& indices) const;
  Batch take_rows(const at::Tensor& indices) const;

  at::Device device_;
  int64_t size_;
  int64_t sequence_;  // tokens in a row of text, or 0
  BatchForm form_;
  at::Tensor images_;  // samples x channels x height x width, uint8
  at::Tensor labels_;  // samples, int64
  at::Tensor scale_;   // channels x 1 x 1
  at::Tensor shift_;
  at::Tensor tokens_;  // the whole text, uint16 in int16, for LibTorch has no more of it
  at::Tensor row_;     // 0 to sequence
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
  Batches(const Options& options, const StepPlan& plan, World world, const DeviceSamples& samples);

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

#pragma once

#include "workloads/train/dataset.hpp"
#include "workloads/train/libtorch.hpp"
#include "workloads/train/world.hpp"

namespace scalegen::train {

/// A set where the model is: a byte a pixel until a batch is taken.
struct DeviceSamples {
  at::Tensor images;  // samples x 1 x 28 x 28, uint8
  at::Tensor labels;  // samples, int64
};

/// On the CPU the images are not copied: `samples` must live as long.
DeviceSamples move_to_device(Samples& samples, at::Device device);

struct Batch {
  at::Tensor images;  // batch x 1 x 28 x 28, float, normalised
  at::Tensor labels;  // batch, int64
  int64_t epoch = 1;
  int64_t size() const { return labels.size(0); }
};

/// The samples at `indices`, their pixels with the mean and deviation of MNIST taken out, as the tutorials
/// do.
Batch take(const DeviceSamples& samples, const at::Tensor& indices);

/// A rank's batches, epoch after epoch. An epoch's last one may be smaller, as large on every rank.
class Batches {
 public:
  Batches(DeviceSamples samples, const World& world, int64_t batch, uint64_t seed);

  Batch next();

  /// Of the last batch, from 1.
  int64_t epoch() const { return epoch_; }

 private:
  void begin_epoch();

  DeviceSamples samples_;
  World world_;
  int64_t batch_;
  uint64_t seed_;
  int64_t epoch_ = 0;
  int64_t position_ = 0;
  at::Tensor order_;
};

}  // namespace scalegen::train

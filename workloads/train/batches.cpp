#include "workloads/train/batches.hpp"

#include <algorithm>

#include "workloads/train/sampler.hpp"

namespace scalegen::train {
namespace {

constexpr double kMean = 0.1307;
constexpr double kDeviation = 0.3081;

}  // namespace

DeviceSamples move_to_device(Samples& samples, at::Device device) {
  const at::Tensor images =
      torch::from_blob(samples.images.data(), {samples.size(), 1, kImageSide, kImageSide}, at::kByte);
  const at::Tensor labels = torch::from_blob(samples.labels.data(), {samples.size()}, at::kByte);
  return {images.to(device), labels.to(device, at::kLong)};
}

Batch take(const DeviceSamples& samples, const at::Tensor& indices) {
  const at::Tensor bytes = samples.images.index_select(0, indices);
  return {bytes.to(at::kFloat).mul_(1 / (255 * kDeviation)).sub_(kMean / kDeviation),
          samples.labels.index_select(0, indices)};
}

Batches::Batches(DeviceSamples samples, const World& world, int64_t batch, uint64_t seed)
    : samples_(std::move(samples)), world_(world), batch_(batch), seed_(seed) {
  begin_epoch();
}

void Batches::begin_epoch() {
  std::vector<int64_t> order = rank_samples(samples_.labels.size(0), world_.size, world_.rank, seed_, epoch_);
  order_ = torch::tensor(order, at::kLong).to(samples_.images.device());
  position_ = 0;
  ++epoch_;
}

Batch Batches::next() {
  if (position_ == order_.size(0)) begin_epoch();
  const int64_t size = std::min(batch_, order_.size(0) - position_);
  Batch batch = take(samples_, order_.narrow(0, position_, size));
  batch.epoch = epoch_;
  position_ += size;
  return batch;
}

}  // namespace scalegen::train

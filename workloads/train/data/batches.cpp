#include "workloads/train/data/batches.hpp"

#include <algorithm>

#include "workloads/train/data/augment.hpp"
#include "workloads/train/data/sampler.hpp"

namespace scalegen::train {
namespace {

/// One number a channel, to be spread over its pixels.
at::Tensor by_channel(const recipe::Shape& shape, at::Device device, const auto& value) {
  const at::Tensor values = torch::empty({shape.channels, 1, 1}, at::kFloat);
  for (int64_t channel = 0; channel < shape.channels; ++channel)
    values[channel][0][0] = value(static_cast<std::size_t>(channel));
  return values.to(device);
}

/// From memory that a GPU reads by itself, so that the host need not wait for what is queued before.
at::Tensor on_device(const std::vector<int64_t>& numbers, at::Device device) {
  const auto options = at::TensorOptions(at::kLong).pinned_memory(device.is_cuda());
  const at::Tensor host = torch::empty({static_cast<int64_t>(numbers.size())}, options);
  std::ranges::copy(numbers, host.data_ptr<int64_t>());
  return host.to(device, /*non_blocking=*/true);
}

}  // namespace

DeviceSamples::DeviceSamples(const Dataset& data, Samples& samples, at::Device device, BatchForm form)
    : device_(device), size_(samples.size()), sequence_(samples.sequence), form_(form) {
  if (sequence_ > 0)
    keep_text(samples);
  else
    keep_images(data, samples);
}

void DeviceSamples::keep_images(const Dataset& data, Samples& samples) {
  images_ = torch::from_blob(samples.images.data(),
                             {size_, data.shape.channels, data.shape.height, data.shape.width}, at::kByte)
                .to(device_);
  labels_ = torch::from_blob(samples.labels.data(), {size_}, at::kShort).to(device_, at::kLong);
  scale_ = by_channel(data.shape, device_, [&](std::size_t i) { return 1 / (255 * data.deviation[i]); });
  shift_ = by_channel(data.shape, device_, [&](std::size_t i) { return data.mean[i] / data.deviation[i]; });
}

void DeviceSamples::keep_text(Samples& samples) {
  const auto count = static_cast<int64_t>(samples.tokens.size());
  tokens_ = torch::from_blob(samples.tokens.data(), {count}, at::kShort).to(device_);
  row_ = torch::arange(sequence_ + 1, at::TensorOptions(device_).dtype(at::kLong));
}

Batch DeviceSamples::take(const at::Tensor& indices) const {
  return sequence_ > 0 ? take_rows(indices) : take_images(indices);
}

Batch DeviceSamples::take_rows(const at::Tensor& indices) const {
  constexpr int64_t kUnsigned = 0xffff;
  const at::Tensor places = (indices * sequence_).unsqueeze(1) + row_;
  const at::Tensor rows =
      tokens_.index_select(0, places.flatten()).to(at::kLong).bitwise_and_(kUnsigned).view_as(places);
  return {rows.narrow(1, 0, sequence_), rows.narrow(1, 1, sequence_)};
}

Batch DeviceSamples::take_images(const at::Tensor& indices) const {
  at::Tensor images = images_.index_select(0, indices);
  if (form_.augment) images = crop_and_flip(images);
  images = images.to(at::kFloat, /*non_blocking=*/false, /*copy=*/false, at::MemoryFormat::Contiguous)
               .mul_(scale_)
               .sub_(shift_);
  if (form_.side > images.size(2)) images = scale_and_crop(images, form_.side);
  if (form_.channels_last) images = images.contiguous(at::MemoryFormat::ChannelsLast);
  return {std::move(images), labels_.index_select(0, indices)};
}

Batches::Batches(const Options& options, const StepPlan& plan, World world, const DeviceSamples& samples)
    : plan_(plan),
      world_(std::move(world)),
      seed_(static_cast<uint64_t>(options.seed)),
      shuffle_(options.shuffle),
      drop_last_(options.drop_last),
      samples_(samples.size()),
      device_(samples.device()) {
  begin_epoch();
}

void Batches::begin_epoch() {
  const std::vector<int64_t> order = shuffle_
                                         ? rank_samples(samples_, world_.size, world_.rank, seed_, epoch_)
                                         : rank_samples_in_order(samples_, world_.size, world_.rank);
  order_ = on_device(order, device_);
  position_ = 0;
  ++epoch_;
}

bool Batches::epoch_is_over() const {
  const int64_t left = order_.size(0) - position_;
  return left == 0 || (drop_last_ && left < plan_.pass_batch * plan_.accumulate);
}

StepSamples Batches::next() {
  if (epoch_is_over()) begin_epoch();
  const int64_t size = std::min(plan_.pass_batch * plan_.accumulate, order_.size(0) - position_);
  StepSamples step{order_.narrow(0, position_, size).split(plan_.pass_batch), epoch_, size};
  position_ += size;
  return step;
}

}  // namespace scalegen::train

#include "workloads/train/trainer.hpp"

#include <chrono>

#include "workloads/train/compat.hpp"

namespace scalegen::train {
namespace {

constexpr int64_t kEvaluationBatch = 256;

/// While it lives, convolutions and matrix products compute in bf16, with parameters kept in fp32; or nothing
/// changes.
class Autocast {
 public:
  Autocast(at::Device device, bool bf16) : device_(device.type()), bf16_(bf16) {
    if (bf16_) compat::autocast::set(device_, true, at::kBFloat16);
  }
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;

  /// The cache holds parameters as bf16, which the optimizer is about to make stale.
  ~Autocast() {
    if (!bf16_) return;
    compat::autocast::set(device_, false, at::kBFloat16);
    at::autocast::clear_cache();
  }

 private:
  at::DeviceType device_;
  bool bf16_;
};

}  // namespace

Trainer::Trainer(const Options& options, const World& world, at::Device device, const ProcessGroup& group)
    : world_(world), device_(device), bf16_(options.precision == "bf16"), group_(group), model_(nullptr) {
  torch::manual_seed(static_cast<uint64_t>(options.seed));
  model_ = MnistCnn(options.dropout);
  model_->to(device);
  if (group_) sync_ = std::make_unique<GradientSync>(*model_, group_);
  optimizer_ = make_optimizer(options.optimizer, model_->parameters(), options.learning_rate.value());
  torch::manual_seed(static_cast<uint64_t>(options.seed + world.rank));  // each rank drops out other units
}

at::Tensor Trainer::step(const Batch& batch) {
  optimizer_->clear_gradients();
  if (sync_) sync_->before_forward();
  const at::Tensor loss = this->loss(batch);
  if (sync_) sync_->after_forward();
  loss.backward();
  optimizer_->step();
  return loss.detach();
}

at::Tensor Trainer::loss(const Batch& batch) {
  const Autocast autocast(device_, bf16_);
  return at::nll_loss(model_->forward(batch.images), batch.labels);
}

Evaluation Trainer::evaluate(const DeviceSamples& test) {
  const auto begin = std::chrono::steady_clock::now();
  const c10::InferenceMode inference;
  const Autocast autocast(device_, bf16_);
  model_->eval();
  const at::Tensor mine = torch::arange(world_.rank, test.labels.size(0), world_.size, test.labels.options());
  const at::Tensor sums = torch::zeros({3}, at::TensorOptions(device_).dtype(at::kDouble));
  for (const at::Tensor& indices : mine.split(kEvaluationBatch)) {
    const Batch batch = take(test, indices);
    const at::Tensor output = model_->forward(batch.images);
    sums[0] += at::nll_loss(output, batch.labels, {}, at::Reduction::Sum);
    sums[1] += (output.argmax(1) == batch.labels).sum();
    sums[2] += batch.size();
  }
  model_->train();
  sum_over_ranks(group_, sums);
  const at::Tensor totals = sums.cpu();
  const double samples = totals[2].item<double>();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return {.accuracy = totals[1].item<double>() / samples,
          .loss = totals[0].item<double>() / samples,
          .samples = static_cast<int64_t>(samples),
          .seconds = seconds};
}

at::Tensor Trainer::flat_parameters() const {
  std::vector<at::Tensor> flat;
  for (const at::Tensor& parameter : model_->parameters()) flat.push_back(parameter.detach().flatten());
  return torch::cat(flat).cpu().contiguous();
}

int64_t Trainer::parameters() const {
  int64_t count = 0;
  for (const at::Tensor& parameter : model_->parameters()) count += parameter.numel();
  return count;
}

}  // namespace scalegen::train

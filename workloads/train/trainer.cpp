#include "workloads/train/trainer.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "workloads/train/compat.hpp"
#include "workloads/train/data/batches.hpp"
#include "workloads/train/models/model.hpp"
#include "workloads/train/options.hpp"
#include "workloads/train/ranks/process_group.hpp"
#include "workloads/train/report/report.hpp"

namespace scalegen::train {
namespace {

/// While it lives, convolutions and matrix products compute in bf16 or fp16 if that is the precision, with
/// parameters kept in fp32; else nothing changes.
class Autocast {
 public:
  Autocast(at::Device device, Precision precision)
      : device_(device.type()),
        type_(precision == Precision::fp16 ? at::kHalf : at::kBFloat16),
        is_on_(precision == Precision::bf16 || precision == Precision::fp16) {
    if (is_on_) compat::autocast::set(device_, true, type_);
  }
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;

  /// The cache holds parameters in 16 bits, which the optimizer is about to make stale.
  ~Autocast() {
    if (!is_on_) return;
    compat::autocast::set(device_, false, type_);
    at::autocast::clear_cache();
  }

 private:
  at::DeviceType device_;
  at::ScalarType type_;
  bool is_on_;
};

/// Makes a GPU's products and convolutions of 32 bits what the precision says. LibTorch's own choice differs
/// between the two: convolutions are TF32 from compute capability 8.0 on.
inline void set_fp32_products(Precision precision) {
  at::globalContext().setAllowTF32CuBLAS(precision == Precision::tf32);
  at::globalContext().setAllowTF32CuDNN(precision == Precision::tf32);
}

/// Images, or tokens: what fits into memory where steps do.
constexpr int64_t kBatch = 256;
constexpr int64_t kTokens = 8192;

int64_t batch_of(const DeviceSamples& test) {
  return test.sequence() == 0 ? kBatch : std::max<int64_t>(1, kTokens / test.sequence());
}

/// Cross entropy of `output`, a row of classes before the softmax for each of the targets: in fp32 whatever
/// the precision, as Python's autocast has it.
at::Tensor loss_of(const at::Tensor& output, const at::Tensor& targets, int64_t reduction) {
  const at::Tensor rows = output.flatten(0, -2);
  return at::nll_loss(at::log_softmax(rows, 1, at::kFloat), targets.flatten(), {}, reduction);
}

/// Accuracy and mean loss on `test`, the same on all ranks, each of which looks at its share: no sample, or
/// token of a text, counts twice, and there may be fewer than ranks. `group` is null for one rank alone.
Evaluation evaluate(Model& model, const DeviceSamples& test, const World& world, const ProcessGroup& group) {
  const c10::InferenceMode inference;
  model.eval();
  const at::Tensor sums = torch::zeros({3}, at::TensorOptions(test.device()).dtype(at::kDouble));
  if (world.rank < test.size()) {
    const auto whole_numbers = at::TensorOptions(test.device()).dtype(at::kLong);
    const at::Tensor mine = torch::arange(world.rank, test.size(), world.size, whole_numbers);
    for (const at::Tensor& indices : mine.split(batch_of(test))) {
      const Batch batch = test.take(indices);
      const at::Tensor output = model.forward(batch.inputs);
      sums[0] += loss_of(output, batch.targets, at::Reduction::Sum);
      sums[1] += (output.argmax(-1) == batch.targets).sum();
      sums[2] += batch.targets.numel();
    }
  }
  model.train();
  sum_over_ranks(group, sums);
  const at::Tensor totals = sums.cpu();
  const auto samples = totals[2].item<double>();
  return {.accuracy = totals[1].item<double>() / samples,
          .loss = totals[0].item<double>() / samples,
          .samples = static_cast<int64_t>(samples)};
}

double schedule_factor(const Learning& learning, int64_t epoch) {
  const auto done = static_cast<double>(epoch - 1);
  const auto epochs = static_cast<double>(learning.schedule_epochs.value_or(1));
  switch (learning.schedule) {
    case ScheduleKind::constant:
      return 1;
    case ScheduleKind::step:
      return std::pow(learning.gamma, std::floor(done / epochs));
    case ScheduleKind::exponential:
      return std::pow(learning.gamma, done);
    case ScheduleKind::cosine:
      return (1 + std::cos(std::numbers::pi * done / epochs)) / 2;  // after `epochs` it rises again
  }
  return 1;
}

/// The learning rate of a step: a line upwards over the first `warmup_steps`, times the schedule's factor.
///
/// The factor follows the epoch (from 1), as the tutorials' call of scheduler.step() after each epoch does:
/// torch.optim's StepLR, ExponentialLR, or CosineAnnealingLR to 0. `step` is from 1.
double learning_rate(const Learning& learning, int64_t step, int64_t epoch) {
  const double warmup =
      learning.warmup_steps == 0
          ? 1
          : std::min(1.0, static_cast<double>(step) / static_cast<double>(learning.warmup_steps));
  return learning.rate * warmup * schedule_factor(learning, epoch);
}

/// Only images have a layout to choose, and so only weights of four dimensions.
void lay_out_channels_last(Model& model) {
  for (const at::Tensor& parameter : model.parameters())
    if (parameter.dim() == 4)
      parameter.set_data(parameter.detach().contiguous(at::MemoryFormat::ChannelsLast));
}

std::shared_ptr<Model> model_on(at::Device device, const Options& options) {
  std::shared_ptr<Model> model = make_model(*options.model, options.dropout);
  model->to(device);
  if (options.channels_last) lay_out_channels_last(*model);
  return model;
}

}  // namespace

Trainer::Trainer(const Options& options, World world, const std::vector<at::Device>& devices,
                 const ProcessGroup& group)
    : seed_(static_cast<uint64_t>(options.seed)),
      world_(std::move(world)),
      device_(devices.front()),
      precision_(options.precision),
      learning_(options.learning),
      bucket_bytes_(bucket_bytes(options.bucket_mb)),
      compression_(options.compression),
      group_(group) {
  set_fp32_products(precision_);
  torch::manual_seed(seed_);
  std::vector<std::shared_ptr<Model>> models;
  for (const at::Device device : devices) models.push_back(model_on(device, options));
  model_ = models.front();
  strategy_ = make_strategy(options, std::move(models), group);
  optimizer_ =
      make_optimizer(learning_, strategy_->learned(), device_.is_cpu() ? Kernels::foreach : Kernels::fused);
  if (precision_ == Precision::fp16) scaler_.emplace(device_);
}

void Trainer::warm_up(const DeviceSamples& samples, const std::vector<int64_t>& sizes) {
  std::vector<at::Tensor> buffers;
  for (const at::Tensor& buffer : model_->buffers()) buffers.push_back(buffer.clone());
  for (const int64_t size : sizes) {
    const Batch batch = samples.take(torch::zeros({size}, at::TensorOptions(device_).dtype(at::kLong)));
    const Autocast autocast(device_, precision_);
    const at::Tensor output = strategy_->forward(batch.inputs, {.is_first = false, .is_last = false});
    loss_of(output, batch.targets, at::Reduction::Mean).backward();
  }
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < buffers.size(); ++i) model_->buffers()[i].copy_(buffers[i]);
  await_all(group_, device_);
  torch::manual_seed(seed_ + static_cast<uint64_t>(world_.rank));  // each rank drops out other units
}

void Trainer::set_learning_rate(int64_t step, int64_t epoch) {
  optimizer_->set_rate(learning_rate(learning_, step, epoch));
}

StepOutcome Trainer::step(const DeviceSamples& samples, const StepSamples& mine) {
  StepOutcome outcome;
  strategy_->clear_gradients();
  for (std::size_t i = 0; i < mine.passes.size(); ++i) {
    const Batch batch = samples.take(mine.passes[i]);
    outcome.marks.end(Phase::data, Moment(device_));
    const double weight = static_cast<double>(batch.size()) / static_cast<double>(mine.size);
    pass(batch, {.is_first = i == 0, .is_last = i + 1 == mine.passes.size()}, weight, outcome);
  }
  strategy_->finish_gradients();
  outcome.marks.end(Phase::communication, Moment(device_));
  const auto sum_over_parts = [&](const at::Tensor& number) { return this->sum_over_parts(number, outcome); };
  const at::Tensor overflows = scaler_ ? scaler_->unscale(gradients(), sum_over_parts) : at::Tensor();
  if (learning_.clip_norm) clip_gradients(outcome);
  optimizer_->step(overflows);
  outcome.marks.end(Phase::optimizer, Moment(device_));
  strategy_->finish_step();
  outcome.marks.end(Phase::communication, Moment(device_));
  return outcome;
}

void Trainer::pass(const Batch& batch, Pass pass, double weight, StepOutcome& outcome) {
  strategy_->begin_pass(pass);
  outcome.marks.end(Phase::communication, Moment(device_));
  at::Tensor loss;
  {
    const Autocast autocast(device_, precision_);
    loss = loss_of(strategy_->forward(batch.inputs, pass), batch.targets, at::Reduction::Mean);
  }
  if (weight != 1) loss = loss * weight;
  outcome.marks.end(Phase::forward, Moment(device_));
  const at::Tensor value = loss.detach();
  if (scaler_) loss = scaler_->scaled(loss);
  loss.backward();
  loss.reset();  // and with it the graph, which takes a while
  std::optional<Moment> gradients_came = strategy_->take_gradients_came();
  const bool then_waited = gradients_came.has_value();
  if (then_waited) outcome.marks.end(Phase::backward, *std::move(gradients_came));
  outcome.marks.end(then_waited ? Phase::communication : Phase::backward, Moment(device_));
  outcome.loss = outcome.loss.defined() ? outcome.loss + value : value;
}

std::vector<at::Tensor> Trainer::empty_buckets() const {
  const at::TensorOptions form(device_);
  std::vector<at::Tensor> buckets;
  for (const int64_t size : bucket_sizes(model_->parameters(), bucket_bytes_))
    buckets.push_back(
        torch::zeros({size}, form.dtype(compression_ == Compression::fp16 ? at::kHalf : at::kFloat)));
  return buckets;
}

std::vector<at::Tensor> Trainer::gradients() const {
  std::vector<at::Tensor> gradients;
  for (const at::Tensor& parameter : strategy_->learned()) gradients.push_back(parameter.grad());
  return gradients;
}

/// Ranks that hold parts wait for each other in it.
at::Tensor Trainer::sum_over_parts(const at::Tensor& number, StepOutcome& outcome) {
  outcome.marks.end(Phase::optimizer, Moment(device_));
  at::Tensor sum = strategy_->sum_over_parts(number);
  outcome.marks.end(Phase::communication, Moment(device_));
  return sum;
}

/// As torch.nn.utils.clip_grad_norm_, which the host does not wait for: all gradients in a few kernels.
void Trainer::clip_gradients(StepOutcome& outcome) {
  const torch::NoGradGuard no_grad;
  std::vector<at::Tensor> gradients = this->gradients();
  const at::Tensor squares = at::stack(at::_foreach_norm(gradients)).square().sum();
  const at::Tensor norm = sum_over_parts(squares, outcome).sqrt();
  compat::multiply_each(gradients, at::Tensor((*learning_.clip_norm / (norm + 1e-6)).clamp_max(1)));
}

Evaluation Trainer::evaluate(const DeviceSamples& test) {
  const auto begin = std::chrono::steady_clock::now();
  strategy_->share_buffers();
  const Autocast autocast(device_, precision_);
  Evaluation evaluation = train::evaluate(*model_, test, world_, group_);
  evaluation.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return evaluation;
}

at::Tensor Trainer::flat_parameters() const {
  std::vector<at::Tensor> flat;
  for (const at::Tensor& parameter : model_->parameters()) flat.push_back(parameter.detach().flatten());
  return torch::cat(flat).cpu().contiguous();
}

}  // namespace scalegen::train

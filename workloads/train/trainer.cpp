#include "workloads/train/trainer.hpp"

#include <chrono>

#include "workloads/train/compat.hpp"
#include "workloads/train/error.hpp"
#include "workloads/train/evaluate.hpp"
#include "workloads/train/optimizers/learning_rate.hpp"
#include "workloads/train/precision.hpp"

namespace scalegen::train {
namespace {

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
      devices_(devices),
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
      make_optimizer(learning_, strategy_->learned(), device_.is_cpu() ? Kernels::own : Kernels::libtorch);
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

std::vector<at::Tensor> Trainer::model_tensors() const {
  std::vector<at::Tensor> tensors = model_->parameters();
  const std::vector<at::Tensor> buffers = model_->buffers();
  tensors.insert(tensors.end(), buffers.begin(), buffers.end());
  return tensors;
}

std::vector<at::Tensor> Trainer::own_tensors() const {
  std::vector<at::Tensor> tensors;
  if (world_.rank == 0 || !strategy_->shares_model()) tensors = model_tensors();
  if (world_.rank == 0 || !strategy_->shares_optimizer()) {
    const std::vector<at::Tensor> state = optimizer_->state();
    tensors.insert(tensors.end(), state.begin(), state.end());
  }
  if (scaler_)
    for (const at::Tensor& tensor : scaler_->state()) tensors.push_back(tensor);
  return tensors;
}

std::vector<at::Tensor> Trainer::state() const {
  std::vector<at::Tensor> state;
  for (const at::Device device : devices_)
    state.push_back(at::globalContext().defaultGenerator(device).get_state());
  for (const at::Tensor& tensor : own_tensors()) state.push_back(tensor.detach().cpu());
  return state;
}

void Trainer::restore(const std::vector<at::Tensor>& state) {
  const torch::NoGradGuard no_grad;
  const std::vector<at::Tensor> own = own_tensors();
  const std::size_t devices = devices_.size();
  bool fits = state.size() == devices + own.size();
  for (std::size_t i = 0; fits && i < own.size(); ++i) fits = state[devices + i].sizes() == own[i].sizes();
  if (!fits) throw BadInput("the checkpoint holds another model or optimizer, or other devices");
  if (state.front().sizes() != at::globalContext().defaultGenerator(device_).get_state().sizes())
    throw BadInput("the checkpoint is of a run on another kind of device");
  for (std::size_t i = 0; i < own.size(); ++i) own[i].copy_(state[devices + i]);
  if (strategy_->shares_model()) copy_from_rank_0(group_, model_tensors());
  if (strategy_->shares_optimizer()) copy_from_rank_0(group_, optimizer_->state());
  for (std::size_t i = 0; i < devices; ++i) {
    at::Generator random = at::globalContext().defaultGenerator(devices_[i]);
    random.set_state(state[i]);
  }
}

at::Tensor Trainer::flat_parameters() const {
  std::vector<at::Tensor> flat;
  for (const at::Tensor& parameter : model_->parameters()) flat.push_back(parameter.detach().flatten());
  return torch::cat(flat).cpu().contiguous();
}

}  // namespace scalegen::train

#include "workloads/train/strategy/strategy.hpp"

#include <c10/core/DeviceGuard.h>
#include <torch/csrc/utils/tensor_flatten.h>
#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <torch/csrc/distributed/c10d/comm.hpp>
#include <torch/csrc/distributed/c10d/reducer.hpp>
#include <utility>
#include <vector>

#include "workloads/train/compat.hpp"
#include "workloads/train/strategy/buckets.hpp"
#include "workloads/train/strategy/gradient_hooks.hpp"
#include "workloads/train/strategy/zero1.hpp"

namespace scalegen::train {
namespace {

/// One process with several devices, as torch.nn.DataParallel: each step the model goes to all of them, each
/// passes its part of the batch forward and back, and the gradients are summed on the first.
///
/// The host drives one device after the other; those of a GPU run on by themselves. BatchNorm's statistics
/// are those of the first device's part.
class DataParallel final : public Strategy {
 public:
  /// `others` are of the same model, one on each further device.
  DataParallel(std::shared_ptr<Model> model, std::vector<std::shared_ptr<Model>> others);

  void clear_gradients() override;
  void begin_pass(Pass pass) override;
  at::Tensor forward(const at::Tensor& inputs, Pass pass) override;
  void finish_gradients() override;

 private:
  std::vector<std::shared_ptr<Model>> others_;
};

at::Device device_of(const Model& model) { return model.parameters().front().device(); }

/// The tensors on another device, by one copy for all of one type.
std::vector<at::Tensor> copies_on(at::Device device, const std::vector<at::Tensor>& tensors) {
  std::map<at::ScalarType, std::vector<std::size_t>> by_type;
  for (std::size_t i = 0; i < tensors.size(); ++i) by_type[tensors[i].scalar_type()].push_back(i);
  std::vector<at::Tensor> copies(tensors.size());
  for (const auto& [type, places] : by_type) {
    std::vector<at::Tensor> alike;
    for (const std::size_t i : places) alike.push_back(tensors[i]);
    const at::Tensor flat = torch::utils::flatten_dense_tensors(alike).to(device, /*non_blocking=*/true);
    const std::vector<at::Tensor> parts = torch::utils::unflatten_dense_tensors(flat, alike);
    for (std::size_t k = 0; k < places.size(); ++k) copies[places[k]] = parts[k];
  }
  return copies;
}

void copy_all(const std::vector<at::Tensor>& from, const std::vector<at::Tensor>& to) {
  if (to.empty()) return;
  const std::vector<at::Tensor> copies = copies_on(to.front().device(), from);
  for (std::size_t i = 0; i < to.size(); ++i) to[i].detach().copy_(copies[i]);
}

DataParallel::DataParallel(std::shared_ptr<Model> model, std::vector<std::shared_ptr<Model>> others)
    : Strategy(std::move(model)), others_(std::move(others)) {}

void DataParallel::clear_gradients() {
  Strategy::clear_gradients();
  for (const auto& other : others_) other->zero_grad(/*set_to_none=*/true);
}

void DataParallel::begin_pass(Pass pass) {
  if (!pass.is_first) return;
  const torch::NoGradGuard no_grad;
  for (const auto& other : others_) {
    copy_all(model().parameters(), other->parameters());
    copy_all(model().buffers(), other->buffers());
  }
}

/// A batch of fewer samples than devices leaves the last ones without work.
at::Tensor DataParallel::forward(const at::Tensor& inputs, Pass /*pass*/) {
  const std::vector<at::Tensor> parts = inputs.chunk(static_cast<int64_t>(others_.size()) + 1);
  std::vector<at::Tensor> outputs = {model().forward(parts.front())};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    Model& other = *others_[i - 1];
    const c10::DeviceGuard guard(device_of(other));
    const at::Tensor part = parts[i].to(device_of(other), /*non_blocking=*/true);
    outputs.push_back(other.forward(part).to(inputs.device(), /*non_blocking=*/true));
  }
  return at::cat(outputs);
}

void DataParallel::finish_gradients() {
  const torch::NoGradGuard no_grad;
  const std::vector<at::Tensor> mine = model().parameters();
  for (const auto& other : others_) {
    const std::vector<at::Tensor> theirs = other->parameters();
    if (!theirs.front().grad().defined()) continue;  // it had no part of the batch
    std::vector<at::Tensor> gradients;
    for (const at::Tensor& parameter : theirs) gradients.push_back(parameter.grad());
    const std::vector<at::Tensor> copies = copies_on(device_of(model()), gradients);
    for (std::size_t i = 0; i < mine.size(); ++i) mine[i].grad().add_(copies[i]);
  }
}

/// Keeps a model the same on all ranks: starts from rank 0's parameters, and averages the gradients of each
/// step while its last pass back still runs.
///
/// The work is done by c10d::Reducer, the engine beneath Python's DistributedDataParallel, called as that
/// calls it with gradient_as_bucket_view=True: gradients lie in buckets, each reduced as soon as it is
/// full, where asked for as halves, which each rank divides by their number first. As there, the first step
/// has but one bucket, and learns from it in which order the gradients come, and rank 0's buffers go to all
/// before each step. What DistributedDataParallel adds and this leaves out: parameters that a step does not
/// use, sparse gradients, other communication hooks, and the logger of statistics.
class Ddp final : public Strategy {
 public:
  Ddp(std::shared_ptr<Model> model, const ProcessGroup& group, BucketBytes bytes, Compression compression);

  void begin_pass(Pass pass) override;
  at::Tensor forward(const at::Tensor& inputs, Pass pass) override;
  std::optional<Moment> take_gradients_came() override {
    return std::exchange(gradients_came_, std::nullopt);
  }
  void share_buffers() override;

 private:
  void watch_gradients();

  ProcessGroup group_;
  GradientHooks hooks_;
  std::size_t missing_ = 0;  // gradients that the last pass back has still to compute
  std::optional<Moment> gradients_came_;
  std::shared_ptr<c10d::Reducer> reducer_;
};

std::shared_ptr<c10d::Reducer> make_reducer(const torch::nn::Module& model, const ProcessGroup& group,
                                            BucketBytes bytes) {
  const std::vector<at::Tensor> parameters = model.parameters();
  const std::vector<bool> sparse(parameters.size(), false);
  const std::vector<std::size_t> one_bucket = {std::numeric_limits<std::size_t>::max() / 2};
  auto [buckets, limits] = c10d::compute_bucket_assignment_by_size(parameters, one_bucket, sparse);
  std::ranges::reverse(buckets);
  std::ranges::reverse(limits);
  std::unordered_map<std::size_t, std::string> names;
  for (const auto& item : model.named_parameters()) names.emplace(names.size(), item.key());
  return compat::make_reducer<c10d::Reducer>(parameters, buckets, limits, group, sparse, bytes.others,
                                             /*find_unused_parameters=*/false,
                                             /*gradient_as_bucket_view=*/true, names, bytes.first);
}

Ddp::Ddp(std::shared_ptr<Model> model, const ProcessGroup& group, BucketBytes bytes, Compression compression)
    : Strategy(std::move(model)), group_(group) {
  copy_from_rank_0(group, this->model().parameters());
  watch_gradients();
  reducer_ = make_reducer(this->model(), group, bytes);
  if (compression == Compression::fp16)
    reducer_->register_builtin_comm_hook(c10d::BuiltinCommHookType::FP16_COMPRESS);
}

/// These hooks come before the reducer's own, which on the last gradient goes on to wait for other ranks.
void Ddp::watch_gradients() {
  for (const at::Tensor& parameter : model().parameters())
    hooks_.add(parameter, [this, device = parameter.device()] {
      if (missing_ > 0 && --missing_ == 0) gradients_came_.emplace(device);
    });
}

/// Only the last pass is reduced, with what those before it have left in the gradients.
void Ddp::begin_pass(Pass pass) {
  gradients_came_.reset();
  missing_ = pass.is_last ? model().parameters().size() : 0;
  if (pass.is_last) {
    reducer_->prepare_for_forward();
    reducer_->rebuild_buckets();
  }
  if (pass.is_first) share_buffers();
}

at::Tensor Ddp::forward(const at::Tensor& inputs, Pass pass) {
  at::Tensor output = model().forward(inputs);
  if (pass.is_last) reducer_->prepare_for_backward({});
  return output;
}

void Ddp::share_buffers() { copy_from_rank_0(group_, model().buffers()); }

}  // namespace

std::unique_ptr<Strategy> make_strategy(const Options& options, std::vector<std::shared_ptr<Model>> models,
                                        const ProcessGroup& group) {
  const StrategyKind kind = options.strategy.value_or(StrategyKind::ddp);
  std::shared_ptr<Model> model = std::move(models.front());
  models.erase(models.begin());
  if (kind == StrategyKind::data_parallel)
    return std::make_unique<DataParallel>(std::move(model), std::move(models));
  if (!group || kind == StrategyKind::none) return std::make_unique<Strategy>(std::move(model));
  c10d::verify_params_across_processes(group, model->parameters(), {});
  const BucketBytes bytes = bucket_bytes(options.bucket_mb);
  if (kind == StrategyKind::zero1) return std::make_unique<Zero1>(std::move(model), group, bytes);
  return std::make_unique<Ddp>(std::move(model), group, bytes, options.compression);
}

void copy_from_rank_0(const ProcessGroup& group, const std::vector<at::Tensor>& tensors) {
  constexpr std::size_t kBytesAtOnce = 250 << 20;
  std::vector<at::Tensor> values;
  for (const at::Tensor& tensor : tensors) values.push_back(tensor.detach());
  if (!values.empty()) c10d::broadcast_coalesced(group, values, kBytesAtOnce, /*rank=*/0);
}

}  // namespace scalegen::train

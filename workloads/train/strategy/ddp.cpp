#include "workloads/train/strategy/ddp.hpp"

#include <algorithm>
#include <limits>
#include <torch/csrc/distributed/c10d/comm.hpp>

#include "workloads/train/compat.hpp"

namespace scalegen::train {
namespace {

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

}  // namespace

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

}  // namespace scalegen::train

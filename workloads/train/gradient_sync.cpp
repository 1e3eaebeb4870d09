#include "workloads/train/gradient_sync.hpp"

#include <algorithm>
#include <limits>
#include <torch/csrc/distributed/c10d/comm.hpp>

#include "workloads/train/compat.hpp"

namespace scalegen::train {
namespace {

constexpr int64_t kMiB = 1 << 20;
constexpr int64_t kBucketBytes = 25 * kMiB;
constexpr int64_t kFirstBucketBytes = 1 * kMiB;
constexpr std::size_t kBroadcastBytes = 250 * kMiB;

void copy_from_rank_0(const ProcessGroup& group, const std::vector<at::Tensor>& parameters) {
  std::vector<at::Tensor> values;
  for (const at::Tensor& parameter : parameters) values.push_back(parameter.detach());
  c10d::broadcast_coalesced(group, values, kBroadcastBytes, /*rank=*/0);
}

std::shared_ptr<c10d::Reducer> make_reducer(const torch::nn::Module& model, const ProcessGroup& group) {
  const std::vector<at::Tensor> parameters = model.parameters();
  const std::vector<bool> sparse(parameters.size(), false);
  const std::vector<std::size_t> one_bucket = {std::numeric_limits<std::size_t>::max() / 2};
  auto [buckets, limits] = c10d::compute_bucket_assignment_by_size(parameters, one_bucket, sparse);
  std::ranges::reverse(buckets);
  std::ranges::reverse(limits);
  std::unordered_map<std::size_t, std::string> names;
  for (const auto& item : model.named_parameters()) names.emplace(names.size(), item.key());
  return compat::make_reducer<c10d::Reducer>(parameters, buckets, limits, group, sparse, kBucketBytes,
                                             /*find_unused_parameters=*/false,
                                             /*gradient_as_bucket_view=*/true, names, kFirstBucketBytes);
}

}  // namespace

GradientSync::GradientSync(const torch::nn::Module& model, const ProcessGroup& group) {
  c10d::verify_params_across_processes(group, model.parameters(), {});
  copy_from_rank_0(group, model.parameters());
  reducer_ = make_reducer(model, group);
}

void GradientSync::before_forward() {
  reducer_->prepare_for_forward();
  reducer_->rebuild_buckets();
}

void GradientSync::after_forward() { reducer_->prepare_for_backward({}); }

}  // namespace scalegen::train

#include "workloads/train/strategy/strategy.hpp"

#include <torch/csrc/distributed/c10d/comm.hpp>

#include "workloads/train/strategy/data_parallel.hpp"
#include "workloads/train/strategy/ddp.hpp"
#include "workloads/train/strategy/zero1.hpp"

namespace scalegen::train {

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

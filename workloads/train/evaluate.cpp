#include "workloads/train/evaluate.hpp"

#include <algorithm>

namespace scalegen::train {
namespace {

/// Images, or tokens: what fits into memory where steps do.
constexpr int64_t kBatch = 256;
constexpr int64_t kTokens = 8192;

int64_t batch_of(const DeviceSamples& test) {
  return test.sequence() == 0 ? kBatch : std::max<int64_t>(1, kTokens / test.sequence());
}

}  // namespace

at::Tensor loss_of(const at::Tensor& output, const at::Tensor& targets, int64_t reduction) {
  const at::Tensor rows = output.flatten(0, -2);
  return at::nll_loss(at::log_softmax(rows, 1, at::kFloat), targets.flatten(), {}, reduction);
}

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

}  // namespace scalegen::train

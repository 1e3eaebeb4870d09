#include "workloads/train/evaluate.hpp"

namespace scalegen::train {
namespace {

constexpr int64_t kBatch = 256;

}  // namespace

at::Tensor loss_of(const at::Tensor& output, const at::Tensor& labels, int64_t reduction) {
  return at::nll_loss(at::log_softmax(output, 1, at::kFloat), labels, {}, reduction);
}

Evaluation evaluate(Model& model, const DeviceSamples& test, const World& world, const ProcessGroup& group) {
  const c10::InferenceMode inference;
  model.eval();
  const at::Tensor sums = torch::zeros({3}, at::TensorOptions(test.device()).dtype(at::kDouble));
  if (world.rank < test.size()) {
    const auto whole_numbers = at::TensorOptions(test.device()).dtype(at::kLong);
    const at::Tensor mine = torch::arange(world.rank, test.size(), world.size, whole_numbers);
    for (const at::Tensor& indices : mine.split(kBatch)) {
      const Batch batch = test.take(indices);
      const at::Tensor output = model.forward(batch.images);
      sums[0] += loss_of(output, batch.labels, at::Reduction::Sum);
      sums[1] += (output.argmax(1) == batch.labels).sum();
      sums[2] += batch.size();
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

// Compares optimizers with torch::optim's, step by step, and tests that augmentation and buckets do what they
// say.

#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>

#include <cstdio>

#include "expect.hpp"
#include "workloads/train/compat.hpp"
#include "workloads/train/data/augment.hpp"
#include "workloads/train/libtorch.hpp"
#include "workloads/train/optimizers/optimizer.hpp"
#include "workloads/train/strategy/buckets.hpp"

namespace {

using scalegen::train::crop_and_flip;
using scalegen::train::Kernels;
using scalegen::train::Learning;
using scalegen::train::make_optimizer;
using scalegen::train::OptimizerKind;

std::vector<at::Tensor> two_parameters() {
  torch::manual_seed(5);
  return {torch::randn({300, 500}).requires_grad_(), torch::randn({7, 6, 5, 3}).requires_grad_()};
}

/// Thirty steps on the same gradients, large, small, and none at all, at a rate that changes on the way. The
/// second parameter lies channels-last; its gradients do so only for fused kernels, which ask for that.
template <typename Reference>
void check_optimizer_with(Kernels kernels, const std::string& name, const Learning& learning,
                          Reference make_reference) {
  std::vector<at::Tensor> parameters = two_parameters();
  const auto reference = make_reference(parameters);
  std::vector<at::Tensor> ours;
  for (const at::Tensor& parameter : parameters)
    ours.push_back(parameter.detach().clone(at::MemoryFormat::Contiguous).requires_grad_());
  ours[1].set_data(ours[1].detach().contiguous(at::MemoryFormat::ChannelsLast));
  const auto optimizer = make_optimizer(learning, ours, kernels);
  for (int step = 0; step < 30; ++step) {
    const double rate = step < 20 ? learning.rate : learning.rate / 3;
    for (auto& group : reference->param_groups()) group.options().set_lr(rate);
    optimizer->set_rate(rate);
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const at::Tensor gradient = torch::randn(ours[i].sizes()) * std::pow(10, -step % 5);
      parameters[i].mutable_grad() = step % 7 == 3 ? torch::zeros_like(gradient) : gradient;
      ours[i].mutable_grad() = kernels == Kernels::foreach
                                   ? parameters[i].grad().clone()
                                   : torch::empty_like(ours[i]).copy_(parameters[i].grad());
    }
    reference->step();
    optimizer->step();
    if (step % 9 == 5) optimizer->step(torch::ones({1}));  // of an overflow, which changes nothing
  }
  for (std::size_t i = 0; i < ours.size(); ++i) expect(ours[i].allclose(parameters[i], 1e-5, 1e-6), name);
}

/// Fused kernels take CPUs' tensors from the version on that GPUs need.
template <typename Reference>
void check_optimizer(const std::string& name, const Learning& learning, Reference make_reference) {
  check_optimizer_with(Kernels::foreach, name, learning, make_reference);
  if (scalegen::train::compat::tells_times<c10::Event>())
    check_optimizer_with(Kernels::fused, name + " with fused kernels", learning, make_reference);
}

/// Against torch::optim's, which has no Adadelta.
void check_optimizers() {
  using namespace torch::optim;  // NOLINT(google-build-using-namespace)
  Learning learning;
  learning.rate = 0.01;
  learning.optimizer = OptimizerKind::adam;
  check_optimizer("adam", learning, [](auto p) { return std::make_unique<Adam>(p, AdamOptions(0.01)); });
  learning.weight_decay = 0.1;
  check_optimizer("adam with weight decay", learning,
                  [](auto p) { return std::make_unique<Adam>(p, AdamOptions(0.01).weight_decay(0.1)); });
  learning.optimizer = OptimizerKind::adamw;
  check_optimizer("adamw", learning,
                  [](auto p) { return std::make_unique<AdamW>(p, AdamWOptions(0.01).weight_decay(0.1)); });
  learning.optimizer = OptimizerKind::sgd;
  learning.momentum = 0.9;
  check_optimizer("sgd with momentum", learning, [](auto p) {
    return std::make_unique<SGD>(p, SGDOptions(0.01).momentum(0.9).weight_decay(0.1));
  });
  learning.nesterov = true;
  check_optimizer("sgd with nesterov", learning, [](auto p) {
    return std::make_unique<SGD>(p, SGDOptions(0.01).momentum(0.9).weight_decay(0.1).nesterov(true));
  });
  learning.nesterov = false;
  learning.optimizer = OptimizerKind::rmsprop;
  check_optimizer("rmsprop with momentum", learning, [](auto p) {
    return std::make_unique<RMSprop>(p, RMSpropOptions(0.01).momentum(0.9).weight_decay(0.1));
  });
  learning = Learning{};
  learning.optimizer = OptimizerKind::sgd;
  learning.rate = 0.01;
  check_optimizer("plain sgd", learning, [](auto p) { return std::make_unique<SGD>(p, SGDOptions(0.01)); });
}

/// One step by hand: squares of the gradient weigh 0.1 in the first mean, and nothing has changed before.
void check_adadelta() {
  Learning learning;
  learning.optimizer = OptimizerKind::adadelta;
  at::Tensor parameter = torch::full({1}, 2.0).requires_grad_();
  parameter.mutable_grad() = torch::full({1}, 3.0);
  const auto optimizer = make_optimizer(learning, {parameter}, Kernels::foreach);
  optimizer->set_rate(0.5);
  optimizer->step();
  const double first = std::sqrt(1e-6) / std::sqrt(0.9 + 1e-6) * 3;
  expect(std::abs(parameter.item<double>() - (2 - 0.5 * first)) < 1e-6, "adadelta's first step");
  optimizer->step();
  const double second = std::sqrt(0.1 * first * first + 1e-6) / std::sqrt(0.9 * 0.9 + 0.9 + 1e-6) * 3;
  expect(std::abs(parameter.item<double>() - (2 - 0.5 * (first + second))) < 1e-6, "adadelta's second step");
}

/// Each image has one bright point, and no image is bigger than its crop: the point moves by at most 4 from
/// where it is, or from there in the mirror, and both happen about as often as they should.
void check_augmentation() {
  torch::manual_seed(5);
  constexpr int64_t kImages = 4000;
  at::Tensor images = torch::zeros({kImages, 2, 16, 20}, at::kByte);
  images.select(2, 7).select(2, 5).fill_(200);
  const at::Tensor made = crop_and_flip(images);
  expect(made.sizes() == images.sizes() && made.scalar_type() == at::kByte,
         "an augmented image keeps its form");
  const at::Tensor points = made.nonzero();
  expect(points.size(0) == 2 * kImages, "both channels of an image move together");
  const at::Tensor rows = points.select(1, 2) - 7;
  const at::Tensor columns = points.select(1, 3);
  expect((rows.abs() <= 4).all().item<bool>(), "rows move by at most 4");
  const at::Tensor mirrored = columns > 9;
  const at::Tensor home = at::where(mirrored, torch::full_like(columns, 14), torch::full_like(columns, 5));
  expect(((columns - home).abs() <= 4).all().item<bool>(), "columns move by at most 4");
  expect(std::abs(mirrored.to(at::kFloat).mean().item<double>() - 0.5) < 0.05,
         "half of the images are mirrored");
  for (int64_t by = -4; by <= 4; ++by)
    expect(std::abs((rows == by).to(at::kFloat).mean().item<double>() - 1.0 / 9) < 0.03,
           "each way is as frequent");
  const at::Tensor corner = torch::full({500, 1, 6, 6}, 9, at::kByte);
  expect((crop_and_flip(corner) == 0).any().item<bool>(), "what comes in from outside is 0");
}

/// From the last parameter to the first: a bucket has what it takes to fill it, and the first is full at 1
/// MiB.
void check_buckets() {
  using scalegen::train::bucket_bytes;
  using scalegen::train::bucket_sizes;
  std::vector<at::Tensor> parameters;
  for (const int64_t kib : {300, 300, 1500, 900, 200}) parameters.push_back(torch::empty({256 * kib}));
  const auto kib_of = [&](double mib) {
    std::vector<int64_t> sizes = bucket_sizes(parameters, bucket_bytes(mib));
    for (int64_t& size : sizes) size /= 256;
    return sizes;
  };
  expect(kib_of(25) == std::vector<int64_t>{1100, 2100}, "of 25 MiB the first bucket is full at 1");
  expect(kib_of(2) == std::vector<int64_t>{1100, 2100}, "1800 KiB are not 2 MiB");
  expect(kib_of(1.75) == std::vector<int64_t>{1100, 1800, 300}, "1800 KiB are 1.75 MiB");
  expect(kib_of(0.5) == std::vector<int64_t>{1100, 1500, 600}, "no bucket is larger than asked for");
  expect(kib_of(1e-9) == std::vector<int64_t>{200, 900, 1500, 300, 300}, "each parameter has its own");
  expect(kib_of(1e300) == std::vector<int64_t>{1100, 2100}, "all others are in one");
}

}  // namespace

int main() {
  check_buckets();
  check_optimizers();
  check_adadelta();
  check_augmentation();
  return failures == 0 ? 0 : 1;
}

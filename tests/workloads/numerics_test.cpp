// Compares what scalegen-train computes by itself on CPUs with LibTorch's own: optimizers step by step, and
// pooling and batch norm both ways; and tests that augmentation does what it says.

#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>

#include <cstdio>

#include "workloads/train/compat.hpp"
#include "workloads/train/cpu/batch_norm_relu.hpp"
#include "workloads/train/cpu/pool_relu_dropout.hpp"
#include "workloads/train/data/augment.hpp"
#include "workloads/train/libtorch.hpp"
#include "workloads/train/optimizers/optimizer.hpp"
#include "workloads/train/strategy/buckets.hpp"

namespace {

namespace plain = scalegen::train::plain;
using scalegen::train::batch_norm_relu;
using scalegen::train::crop_and_flip;
using scalegen::train::Kernels;
using scalegen::train::Learning;
using scalegen::train::make_optimizer;
using scalegen::train::OptimizerKind;
using scalegen::train::pool_relu_dropout;

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  ++failures;
  std::fprintf(stderr, "not so: %s\n", what);
}

std::vector<at::Tensor> two_parameters() {
  torch::manual_seed(5);
  return {torch::randn({300, 500}).requires_grad_(), torch::randn({7, 6, 5, 3}).requires_grad_()};
}

/// Thirty steps on the same gradients, large, small, and none at all, at a rate that changes on the way. The
/// second parameter lies channels-last; its gradients do not where loops of our own have to see to that.
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
      ours[i].mutable_grad() = kernels == Kernels::own
                                   ? parameters[i].grad().clone()
                                   : torch::empty_like(ours[i]).copy_(parameters[i].grad());
    }
    reference->step();
    optimizer->step();
    if (step % 9 == 5) optimizer->step(torch::ones({1}));  // of an overflow, which changes nothing
  }
  for (std::size_t i = 0; i < ours.size(); ++i)
    expect(ours[i].allclose(parameters[i], 1e-5, 1e-6), name.c_str());
}

/// LibTorch's kernels, which are there for GPUs, take CPUs' tensors, too, from the version on that GPUs need.
template <typename Reference>
void check_optimizer(const std::string& name, const Learning& learning, Reference make_reference) {
  check_optimizer_with(Kernels::own, name, learning, make_reference);
  if (scalegen::train::compat::tells_times<c10::Event>())
    check_optimizer_with(Kernels::libtorch, name + " with LibTorch's kernels", learning, make_reference);
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
  const auto optimizer = make_optimizer(learning, {parameter}, Kernels::own);
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

at::Tensor reference_pool(const at::Tensor& x) { return at::relu(at::max_pool2d(x, 2)); }

/// Whole numbers have many equals in a window; of those the first gets the gradient.
void check_pooling(const at::Tensor& values) {
  const at::Tensor a = values.detach().clone().requires_grad_();
  const at::Tensor b = values.detach().clone().requires_grad_();
  const at::Tensor ours = pool_relu_dropout(a, 0.25, /*drop=*/false);
  const at::Tensor theirs = reference_pool(b);
  expect(at::equal(ours, theirs), "pooling forward is max_pool2d and relu");
  const at::Tensor gradient = torch::randn_like(ours);
  ours.backward(gradient);
  theirs.backward(gradient);
  expect(at::equal(a.grad(), b.grad()), "pooling backward is that of max_pool2d and relu");
}

/// Training both ways, and the running statistics, of numbers far from 0, whose squares would swallow their
/// differences.
void check_batch_norm(at::ScalarType type, double tolerance) {
  torch::manual_seed(7);
  const at::Tensor values = (torch::randn({6, 5, 9, 7}) * 3 + 20).to(type);
  const at::Tensor gradient = torch::randn({6, 5, 9, 7}).to(type);
  std::vector<std::vector<at::Tensor>> results;
  for (const auto& form : {batch_norm_relu, plain::batch_norm_relu}) {
    torch::nn::BatchNorm2d norm(5);
    {
      const torch::NoGradGuard no_grad;
      norm->weight.copy_(torch::tensor({1.0, -2.0, 0.5, 0.0, 3.0}));
      norm->bias.copy_(torch::tensor({0.0, 0.3, -0.4, 0.1, -1.0}));
    }
    const at::Tensor x = values.detach().clone().requires_grad_();
    const at::Tensor out = form(*norm, x, 0, false);
    out.backward(gradient);
    results.push_back({out, x.grad(), norm->weight.grad(), norm->bias.grad(), norm->running_mean,
                       norm->running_var, norm->num_batches_tracked});
    norm->eval();
    results.back().push_back(form(*norm, x, 0, false));
  }
  for (std::size_t i = 0; i < results[0].size(); ++i) {
    const at::Tensor ours = results[0][i].to(at::kFloat);
    const at::Tensor theirs = results[1][i].to(at::kFloat);
    expect(ours.allclose(theirs, tolerance, tolerance), "batch norm with relu is LibTorch's");
  }
  expect(results[0][0].scalar_type() == type, "and of the same type");
}

/// A hundredth is dropped, the same elements of the gradient, and the mean stays.
void check_batch_norm_dropout() {
  torch::manual_seed(7);
  torch::nn::BatchNorm2d norm(4);
  norm->bias.data().fill_(5);  // relu has nothing to do
  const at::Tensor x = torch::randn({50, 4, 20, 20}).requires_grad_();
  const at::Tensor out = batch_norm_relu(*norm, x, 0.01, true);
  const at::Tensor dropped = out == 0;
  const double part = dropped.to(at::kFloat).mean().item<double>();
  expect(part > 0.008 && part < 0.012, "a hundredth is dropped");
  expect(std::abs(out.mean().item<double>() - 5) < 0.02, "the others are scaled up");
  out.backward(torch::ones_like(out));
  expect(std::abs(norm->bias.grad().sum().item<double>() -
                  (1 - part) / 0.99 * static_cast<double>(x.numel())) < 50,
         "what was dropped has no gradient");
  const at::Tensor rows = dropped.to(at::kFloat).mean({1, 2, 3});
  expect(rows.max().item<double>() < 0.03, "all images lose about as much");
}

void check_dropout() {
  torch::manual_seed(5);
  const at::Tensor x = (torch::rand({32, 64, 24, 24}) + 0.1).requires_grad_();
  const at::Tensor y = pool_relu_dropout(x, 0.25, /*drop=*/true);
  const at::Tensor kept = y != 0;
  expect(std::abs(kept.to(at::kFloat).mean().item<double>() - 0.75) < 0.005, "three quarters are kept");
  const at::Tensor by_channel = kept.to(at::kFloat).mean({2, 3});
  expect(by_channel.max().item<double>() < 0.95 && by_channel.min().item<double>() > 0.5,
         "in each channel alike");
  expect(y.masked_select(kept).allclose(reference_pool(x).masked_select(kept) * (4.0 / 3)),
         "what is kept grows");
  y.sum().backward();
  expect(std::abs(x.grad().sum().item<double>() / kept.sum().item<double>() - 4.0 / 3) < 1e-3,
         "gradients grow likewise");
  expect(!at::equal(y, pool_relu_dropout(x, 0.25, /*drop=*/true)), "the next call drops others");
  torch::manual_seed(5);
  torch::rand({32, 64, 24, 24});
  expect(at::equal(y, pool_relu_dropout(x, 0.25, /*drop=*/true)), "the same seed drops the same");
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
  check_pooling(torch::randn({3, 5, 24, 24}));
  check_pooling(torch::randint(-2, 3, {3, 5, 6, 10}).to(at::kFloat));
  check_pooling(torch::randn({2, 4, 8, 8}).to(at::kBFloat16));
  expect(pool_relu_dropout(torch::full({1, 1, 4, 4}, NAN), 0, false).isnan().all().item<bool>(),
         "what is lost stays lost");
  check_dropout();
  check_batch_norm(at::kFloat, 1e-4);
  check_batch_norm(at::kBFloat16, 2e-2);
  check_batch_norm_dropout();
  return failures == 0 ? 0 : 1;
}

// What scalegen-train computes by itself on CPUs, against LibTorch's own: optimizers step by step, and
// pooling both ways; and that augmentation does what it says.

#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>

#include <cstdio>

#include "workloads/train/cpu/pool_relu_dropout.hpp"
#include "workloads/train/data/augment.hpp"
#include "workloads/train/libtorch.hpp"
#include "workloads/train/optimizers/optimizer.hpp"

namespace {

using scalegen::train::crop_and_flip;
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

/// Thirty steps on the same gradients, large, small, and none at all. The second parameter lies
/// channels-last, and its gradients do not.
template <typename Reference>
void check_optimizer(const char* name, const Learning& learning, Reference make_reference) {
  std::vector<at::Tensor> parameters = two_parameters();
  const auto reference = make_reference(parameters);
  std::vector<at::Tensor> ours;
  for (const at::Tensor& parameter : parameters)
    ours.push_back(parameter.detach().clone(at::MemoryFormat::Contiguous).requires_grad_());
  ours[1].set_data(ours[1].detach().contiguous(at::MemoryFormat::ChannelsLast));
  const auto optimizer = make_optimizer(learning, ours);
  for (int step = 0; step < 30; ++step) {
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const at::Tensor gradient = torch::randn(ours[i].sizes()) * std::pow(10, -step % 5);
      parameters[i].mutable_grad() = step % 7 == 3 ? torch::zeros_like(gradient) : gradient;
      ours[i].mutable_grad() = parameters[i].grad().clone();
    }
    reference->step();
    optimizer->step(learning.rate);
  }
  for (std::size_t i = 0; i < ours.size(); ++i) expect(ours[i].allclose(parameters[i], 1e-5, 1e-6), name);
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
  const auto optimizer = make_optimizer(learning, {parameter});
  optimizer->step(0.5);
  const double first = std::sqrt(1e-6) / std::sqrt(0.9 + 1e-6) * 3;
  expect(std::abs(parameter.item<double>() - (2 - 0.5 * first)) < 1e-6, "adadelta's first step");
  optimizer->step(0.5);
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

}  // namespace

int main() {
  check_optimizers();
  check_adadelta();
  check_augmentation();
  check_pooling(torch::randn({3, 5, 24, 24}));
  check_pooling(torch::randint(-2, 3, {3, 5, 6, 10}).to(at::kFloat));
  check_pooling(torch::randn({2, 4, 8, 8}).to(at::kBFloat16));
  expect(pool_relu_dropout(torch::full({1, 1, 4, 4}, NAN), 0, false).isnan().all().item<bool>(),
         "what is lost stays lost");
  check_dropout();
  return failures == 0 ? 0 : 1;
}

#include "workloads/train/loss_scaler.hpp"

namespace scalegen::train {
namespace {

constexpr double kFirstScale = 65536;
constexpr double kGrowth = 2;
constexpr double kBackoff = 0.5;
constexpr int64_t kStepsToGrow = 2000;

}  // namespace

LossScaler::LossScaler(at::Device device)
    : scale_(torch::full({}, kFirstScale, at::TensorOptions(device).dtype(at::kFloat))),
      steps_without_overflow_(torch::zeros({}, at::TensorOptions(device).dtype(at::kInt))),
      skipped_(torch::zeros({1}, at::TensorOptions(device).dtype(at::kDouble))) {}

at::Tensor LossScaler::unscale(const std::vector<at::Tensor>& gradients,
                               const std::function<at::Tensor(const at::Tensor&)>& sum_over_parts) {
  const torch::NoGradGuard no_grad;
  at::Tensor overflows = torch::zeros({1}, scale_.options());
  at::_amp_foreach_non_finite_check_and_unscale_(gradients, overflows, scale_.reciprocal());
  overflows = sum_over_parts(overflows).clamp_max(1);  // which fused kernels compare with
  at::_amp_update_scale_(scale_, steps_without_overflow_, overflows, kGrowth, kBackoff, kStepsToGrow);
  skipped_.add_(overflows);
  return overflows;
}

bool cpu_has_fp16() {
  try {
    const at::Tensor image = torch::ones({1, 1, 3, 3}, at::kHalf).requires_grad_();
    const at::Tensor weight = torch::ones({1, 1, 3, 3}, at::kHalf).requires_grad_();
    at::conv2d(image, weight).sum().backward();
    LossScaler scaler(at::kCPU);
    const auto alone = [](const at::Tensor& overflows) { return overflows; };
    return scaler.unscale({weight.grad().to(at::kFloat)}, alone).item<float>() == 0;
  } catch (const c10::Error&) {
    return false;
  }
}

}  // namespace scalegen::train

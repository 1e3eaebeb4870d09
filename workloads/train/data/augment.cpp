#include "workloads/train/data/augment.hpp"

namespace scalegen::train {

at::Tensor crop_and_flip(const at::Tensor& images) {
  constexpr int64_t kPadding = 4;
  const int64_t batch = images.size(0);
  const int64_t height = images.size(2);
  const int64_t width = images.size(3);
  const auto whole = at::TensorOptions(images.device()).dtype(at::kLong);
  const at::Tensor down = torch::randint(2 * kPadding + 1, {batch, 1, 1}, whole);
  const at::Tensor right = torch::randint(2 * kPadding + 1, {batch, 1, 1}, whole);
  const at::Tensor flip = torch::randint(2, {batch, 1, 1}, whole);
  const at::Tensor column = torch::arange(width, whole).view({1, 1, width});
  const at::Tensor mirrored = column + flip * (width - 1 - 2 * column);
  const at::Tensor rows = torch::arange(height, whole).view({1, height, 1}) + down;
  const at::Tensor padded = at::constant_pad_nd(images, {kPadding, kPadding, kPadding, kPadding}, 0);
  const at::Tensor each = torch::arange(batch, whole).view({batch, 1, 1});
  return padded.permute({0, 2, 3, 1}).index({each, rows, mirrored + right}).permute({0, 3, 1, 2});
}

at::Tensor scale_and_crop(const at::Tensor& images, int64_t side) {
  const int64_t scaled = side * 8 / 7;
  const int64_t margin = (scaled - side) / 2;
  return at::upsample_bilinear2d(images, {scaled, scaled}, /*align_corners=*/false)
      .narrow(2, margin, side)
      .narrow(3, margin, side);
}

}  // namespace scalegen::train

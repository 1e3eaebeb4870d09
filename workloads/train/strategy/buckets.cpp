#include "workloads/train/strategy/buckets.hpp"

#include <algorithm>

namespace scalegen::train {

BucketBytes bucket_bytes(double mib) {
  constexpr int64_t kMiB = 1 << 20;
  constexpr double kMost = 1 << 30;  // no model has as much: all gradients are in one bucket
  const auto others = std::max<int64_t>(1, static_cast<int64_t>(std::min(mib, kMost) * kMiB));
  return {std::min(others, kMiB), others};
}

std::vector<int64_t> bucket_sizes(const std::vector<at::Tensor>& parameters, BucketBytes limits) {
  std::vector<int64_t> sizes;
  bool is_open = false;
  for (auto parameter = parameters.rbegin(); parameter != parameters.rend(); ++parameter) {
    if (!is_open) sizes.push_back(0);
    sizes.back() += parameter->numel();
    const int64_t bytes = sizes.back() * static_cast<int64_t>(sizeof(float));
    is_open = bytes < (sizes.size() == 1 ? limits.first : limits.others);
  }
  return sizes;
}

}  // namespace scalegen::train

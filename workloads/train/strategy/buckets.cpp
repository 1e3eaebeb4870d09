#include "workloads/train/strategy/buckets.hpp"

namespace scalegen::train {

std::vector<int64_t> bucket_bytes(const std::vector<at::Tensor>& parameters) {
  std::vector<int64_t> buckets;
  bool is_open = false;
  for (auto parameter = parameters.rbegin(); parameter != parameters.rend(); ++parameter) {
    if (!is_open) buckets.push_back(0);
    buckets.back() += static_cast<int64_t>(parameter->nbytes());
    is_open = buckets.back() < (buckets.size() == 1 ? kFirstBucketBytes : kBucketBytes);
  }
  return buckets;
}

}  // namespace scalegen::train

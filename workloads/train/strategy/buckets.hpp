#pragma once

#include <cstdint>
#include <vector>

#include "workloads/train/libtorch.hpp"

namespace scalegen::train {

/// Gradients are summed over the ranks in buckets, in the order in which they come, the last parameter's
/// first: a bucket is closed when it has so many bytes, the first one earlier, so that the sum begins early.
inline constexpr int64_t kFirstBucketBytes = 1 << 20;
inline constexpr int64_t kBucketBytes = 25 << 20;

/// The bytes of each bucket of these parameters' gradients, as c10d::Reducer fills them.
std::vector<int64_t> bucket_bytes(const std::vector<at::Tensor>& parameters);

}  // namespace scalegen::train

#pragma once

#include <cstdint>
#include <vector>

#include "workloads/train/libtorch.hpp"

namespace scalegen::train {

/// Gradients are summed over the ranks in buckets, in the order in which they come, the last parameter's
/// first: a bucket is closed when it has so many bytes, the first one earlier, so that the sum begins early.
struct BucketBytes {
  int64_t first = 0;
  int64_t others = 0;
};

/// Those of so many MiB a bucket.
BucketBytes bucket_bytes(double mib);

/// The numbers in each bucket of these parameters' gradients, as c10d::Reducer fills them.
std::vector<int64_t> bucket_sizes(const std::vector<at::Tensor>& parameters, BucketBytes limits);

}  // namespace scalegen::train

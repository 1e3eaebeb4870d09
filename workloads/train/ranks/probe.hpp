#pragma once

#include "workloads/train/ranks/process_group.hpp"

namespace scalegen::train {

/// Seconds that the ranks take to sum `bytes` of floats in buckets of `bucket_bytes`, as a step of ddp sums
/// its gradients, but with nothing else to do: the median of a few times, in about a fifth of a second.
double time_all_reduce(const ProcessGroup& group, at::Device device, int64_t bytes, int64_t bucket_bytes);

}  // namespace scalegen::train

#pragma once

#include <vector>

#include "workloads/train/ranks/process_group.hpp"

namespace scalegen::train {

/// Seconds that the ranks take to sum these buckets, as a step of ddp sums its gradients, but with nothing
/// else to do: the median of a few times, in about a fifth of a second.
double time_all_reduce(const ProcessGroup& group, std::vector<at::Tensor> buckets);

}  // namespace scalegen::train

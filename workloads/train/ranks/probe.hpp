#pragma once

#include <vector>

#include "workloads/train/ranks/process_group.hpp"
#include "workloads/train/report/report.hpp"

namespace scalegen::train {

/// Seconds that the ranks take to sum these buckets, as a step of ddp sums its gradients, but with nothing
/// else to do: the median of a few times, in about a fifth of a second.
double time_all_reduce(const ProcessGroup& group, std::vector<at::Tensor> buckets);

/// The same for one buffer of floats of 1 KiB, 4 KiB, ... 256 MiB (64 MiB on CPUs, whose ranks share a node's
/// memory), up to the first that takes longer than a twentieth of a second, or that a rank has no room for.
/// Takes less than two seconds.
std::vector<Probe> time_all_reduces(const ProcessGroup& group, at::Device device);

}  // namespace scalegen::train

#pragma once

#include <chrono>
#include <string>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

#include "workloads/train/libtorch.hpp"
#include "workloads/train/ranks/rendezvous.hpp"
#include "workloads/train/ranks/world.hpp"

namespace scalegen::train {

using ProcessGroup = c10::intrusive_ptr<c10d::ProcessGroup>;

/// The ranks joined for collectives by `backend`, "gloo" or "nccl", each of which fails after `timeout`. NCCL
/// that `is_urgent` goes before the kernels that compute.
ProcessGroup create_process_group(const Store& store, const World& world, const std::string& backend,
                                  std::chrono::seconds timeout, bool nccl_is_urgent);

/// Replaces the tensor by its sum over the ranks. A group that is null is one rank alone.
void sum_over_ranks(const ProcessGroup& group, at::Tensor tensor);

/// Returns once all ranks have called it.
void await_all(const ProcessGroup& group, at::Device device);

/// Ends the backend's own threads and connections, once all ranks have nothing more to say.
void destroy_process_group(const ProcessGroup& group, at::Device device);

}  // namespace scalegen::train

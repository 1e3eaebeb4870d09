#include "workloads/train/ranks/process_group.hpp"

#include <stdexcept>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#ifdef USE_C10D_GLOO
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#endif
#ifdef USE_C10D_NCCL
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
#endif

#include "workloads/train/compat.hpp"

namespace scalegen::train {
namespace {

#ifdef USE_C10D_GLOO
/// Gloo's own choice of an interface resolves the machine's name, which in containers and on clusters leads
/// anywhere.
ProcessGroup create_gloo_group(const Store& store, const World& world, std::chrono::seconds timeout) {
  auto options = c10d::ProcessGroupGloo::Options::create(timeout);
  options->devices.push_back(
      c10d::ProcessGroupGloo::createDeviceForHostname(address_towards(world.address, world.port)));
  auto gloo = c10::make_intrusive<c10d::ProcessGroupGloo>(store, world.rank, world.size, options);
  return compat::as_group<c10d::ProcessGroup>(gloo, store, "gloo", {at::kCPU, at::kCUDA});
}
#else
ProcessGroup create_gloo_group(const Store&, const World&, std::chrono::seconds) {
  throw std::logic_error("built without Gloo");
}
#endif

#ifdef USE_C10D_NCCL
ProcessGroup create_nccl_group(const Store& store, const World& world, std::chrono::seconds timeout) {
  auto options = c10d::ProcessGroupNCCL::Options::create(/*is_high_priority_stream=*/true);
  options->timeout = timeout;
  auto nccl = c10::make_intrusive<c10d::ProcessGroupNCCL>(store, world.rank, world.size, options);
  return compat::as_group<c10d::ProcessGroup>(nccl, store, "nccl", {at::kCUDA});
}
#else
ProcessGroup create_nccl_group(const Store&, const World&, std::chrono::seconds) {
  throw std::logic_error("built without NCCL");
}
#endif

}  // namespace

ProcessGroup create_process_group(const Store& store, const World& world, const std::string& backend,
                                  std::chrono::seconds timeout) {
  const Store own = c10::make_intrusive<c10d::PrefixStore>(backend, store);
  return backend == "nccl" ? create_nccl_group(own, world, timeout) : create_gloo_group(own, world, timeout);
}

void sum_over_ranks(const ProcessGroup& group, at::Tensor tensor) {
  if (!group) return;
  std::vector<at::Tensor> tensors = {std::move(tensor)};
  group->allreduce(tensors)->wait();
}

void destroy_process_group(const ProcessGroup& group, at::Device device) {
  const at::Tensor goodbye = torch::zeros({1}, device);
  sum_over_ranks(group, goodbye);
  goodbye.item<float>();  // on a GPU the wait above is the stream's, not ours
  compat::shut_down(*group);
}

}  // namespace scalegen::train

#include "workloads/train/ranks/process_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#ifdef USE_C10D_GLOO
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#endif
#ifdef USE_C10D_NCCL
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
#endif

#include "workloads/train/compat.hpp"
#include "workloads/train/error.hpp"
#include "workloads/train/gpu.hpp"
#include "workloads/train/ranks/meeting_point.hpp"
#include "workloads/train/ranks/within.hpp"

namespace scalegen::train {
namespace {

#ifdef USE_C10D_GLOO
bool is_loopback(const std::string& address) { return address.starts_with("127.") || address == "::1"; }

/// Ranks tell each other at which addresses they listen. Where rank 0's own name leads it to itself, as in
/// Debian's /etc/hosts, those of other machines would look for it on theirs, until the time-out.
void check_reach(const Store& store, const World& world, const std::string& address) {
  const std::vector<std::string> hosts = gather(store, world, "machine", host_name());
  if (world.rank != 0 || !is_loopback(address)) return;
  const auto other = std::ranges::find_if(hosts, [&](const auto& host) { return host != hosts.front(); });
  if (other == hosts.end()) return;
  throw std::runtime_error(
      fmt::format("$MASTER_ADDR '{}' is {} on '{}' itself, where '{}' cannot reach it: name an address that "
                  "both know, or an interface in $GLOO_SOCKET_IFNAME",
                  world.address, address, hosts.front(), *other));
}

/// The interface that $GLOO_SOCKET_IFNAME names, the first of several; else that from which rank 0 is
/// reached. Gloo's own choice resolves the machine's name, which in containers and on clusters leads
/// anywhere.
std::shared_ptr<gloo::transport::Device> gloo_device(const Store& store, const World& world) {
  if (const char* names = std::getenv("GLOO_SOCKET_IFNAME"); names && *names) {
    const std::string first = std::string(names).substr(0, std::string(names).find(','));
    try {
      return c10d::ProcessGroupGloo::createDeviceForInterface(first);
    } catch (const std::exception& error) {
      throw std::runtime_error(
          fmt::format("$GLOO_SOCKET_IFNAME is '{}', which Gloo cannot use: {}", names, cause_of(error)));
    }
  }
  const std::string address = address_towards(world);
  check_reach(store, world, address);
  return c10d::ProcessGroupGloo::createDeviceForHostname(address);
}

ProcessGroup create_gloo_group(const Store& store, const World& world, std::chrono::seconds timeout) {
  auto options = c10d::ProcessGroupGloo::Options::create(timeout);
  options->devices.push_back(gloo_device(store, world));
  auto gloo = c10::make_intrusive<c10d::ProcessGroupGloo>(store, world.rank, world.size, options);
  return compat::as_group<c10d::ProcessGroup>(gloo, store, "gloo", {at::kCPU, at::kCUDA});
}
#else
ProcessGroup create_gloo_group(const Store&, const World&, std::chrono::seconds) {
  throw std::logic_error("built without Gloo");
}
#endif

#ifdef USE_C10D_NCCL
/// The options of a process group hold a struct of NCCL's by value, which grows from one minor version to the
/// next: the headers of this build and those of LibTorch's own must be of the same.
void check_nccl_version() {
  const std::uint64_t theirs = torch::cuda::nccl::version();  // 32 bits of major, 16 of minor, 16 of patch
  const std::uint64_t major = theirs >> 32U;
  const std::uint64_t minor = theirs >> 16U & 0xffffU;
  if (major == NCCL_MAJOR && minor == NCCL_MINOR) return;
  throw std::runtime_error(
      fmt::format("scalegen-train was compiled with the headers of NCCL {}.{}, and LibTorch with those of "
                  "{}.{}: build it with nccl.h of {}.{}",
                  NCCL_MAJOR, NCCL_MINOR, major, minor, major, minor));
}

/// After a time-out NCCL's watchdog waits by default more than a minute for dumps that nobody reads.
void end_soon_after_a_timeout() {
  setenv("TORCH_NCCL_DUMP_ON_TIMEOUT", "0", /*overwrite=*/0);
  setenv("TORCH_NCCL_WAIT_TIMEOUT_DUMP_MILSEC", "500", /*overwrite=*/0);
}

ProcessGroup create_nccl_group(const Store& store, const World& world, std::chrono::seconds timeout,
                               bool is_urgent) {
  check_nccl_version();
  end_soon_after_a_timeout();
  auto options = c10d::ProcessGroupNCCL::Options::create(/*is_high_priority_stream=*/is_urgent);
  options->timeout = timeout;
  auto nccl = c10::make_intrusive<c10d::ProcessGroupNCCL>(store, world.rank, world.size, options);
  return compat::as_group<c10d::ProcessGroup>(nccl, store, "nccl", {at::kCUDA});
}
#else
ProcessGroup create_nccl_group(const Store&, const World&, std::chrono::seconds, bool) {
  throw std::logic_error("built without NCCL");
}
#endif

}  // namespace

ProcessGroup create_process_group(const Store& store, const World& world, const std::string& backend,
                                  std::chrono::seconds timeout, bool nccl_is_urgent) {
  const Store own = c10::make_intrusive<c10d::PrefixStore>(backend, store);
  return backend == "nccl" ? create_nccl_group(own, world, timeout, nccl_is_urgent)
                           : create_gloo_group(own, world, timeout);
}

void sum_over_ranks(const ProcessGroup& group, at::Tensor tensor) {
  if (!group) return;
  std::vector<at::Tensor> tensors = {std::move(tensor)};
  group->allreduce(tensors)->wait();
}

void await_all(const ProcessGroup& group, at::Device device) {
  const at::Tensor here = torch::zeros({1}, device);
  sum_over_ranks(group, here);
  here.item<float>();  // on a GPU the wait above is the stream's, not ours
}

void destroy_process_group(const ProcessGroup& group, at::Device device) {
  constexpr std::chrono::seconds kMost(10);
  await_all(group, device);
  // NCCL's own end may wait for ever after a recorded collective (pytorch/pytorch#115388). The process ends
  // without it.
  within(kMost, [group] {
    compat::shut_down(*group);
    return true;
  });
}

}  // namespace scalegen::train

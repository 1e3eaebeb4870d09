#include "workloads/train/report/moment.hpp"

#include <c10/core/impl/VirtualGuardImpl.h>
#include <fmt/format.h>

#include <stdexcept>
#include <thread>

#include "workloads/train/compat.hpp"

namespace scalegen::train {

Moment::Moment(at::Device device) {
  if (device.is_cpu()) return;
  const c10::impl::VirtualGuardImpl guard(device.type());
  event_.emplace(device.type(), c10::EventFlag::BACKEND_DEFAULT);
  event_->record(guard.getStream(device));
}

bool Moment::passed() const { return !event_ || event_->query(); }

void Moment::wait() const {
  if (event_) compat::wait_for(*event_);
}

void Moment::wait(std::chrono::seconds timeout) const {
  constexpr auto kBetweenLooks = std::chrono::microseconds(20);
  const auto end = std::chrono::steady_clock::now() + timeout;
  while (!passed()) {
    if (std::chrono::steady_clock::now() > end)
      throw std::runtime_error(fmt::format(
          "the GPU has not finished after {} s: it may wait for a rank that is gone", timeout.count()));
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

double Moment::seconds_since(const Moment& earlier) const {
  if (event_) return compat::elapsed_ms(*earlier.event_, *event_) / 1000;
  return std::chrono::duration<double>(host_ - earlier.host_).count();
}

at::Tensor host_copy(const at::Tensor& number) {
  if (number.is_cpu()) return number;
  const auto pinned = at::TensorOptions(at::kFloat).pinned_memory(true);  // else the host would wait
  return torch::empty({}, pinned).copy_(number, /*non_blocking=*/true);
}

}  // namespace scalegen::train

#include "workloads/train/report/moment.hpp"

#include <c10/core/impl/VirtualGuardImpl.h>
#include <fmt/format.h>

#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "workloads/train/compat.hpp"

namespace scalegen::train {
namespace {

/// Events that no moment holds. A driver takes microseconds to make one and to end one, and a step has eight.
/// All are of one device: that of the process, whose threads pass back, too.
struct SpareEvents {
  std::mutex mutex;
  std::vector<std::unique_ptr<c10::Event>> events;
};

/// Never ended: when the process ends, the driver may be gone before it.
SpareEvents& spare_events = *new SpareEvents;

std::unique_ptr<c10::Event> take_event(c10::DeviceType type) {
  auto& [mutex, events] = spare_events;
  const std::lock_guard lock(mutex);
  if (events.empty()) return std::make_unique<c10::Event>(type, c10::EventFlag::BACKEND_DEFAULT);
  std::unique_ptr<c10::Event> event = std::move(events.back());
  events.pop_back();
  return event;
}

void give_event(c10::Event* event) {
  auto& [mutex, events] = spare_events;
  const std::lock_guard lock(mutex);
  events.emplace_back(event);
}

}  // namespace

/// To record an event again is allowed whatever it was before, also a part of a recorded step.
Moment::Moment(at::Device device) {
  if (device.is_cpu()) return;
  const c10::impl::VirtualGuardImpl guard(device.type());
  event_ = {take_event(device.type()).release(), give_event};
  event_->record(guard.getStream(device));
}

bool Moment::passed() const { return !event_ || event_->query(); }

void Moment::wait() const {
  if (event_) compat::wait_for(*event_);
}

void Moment::wait(std::chrono::seconds timeout) const {
  constexpr auto kLongest = std::chrono::microseconds(1000);  // NCCL's proxy may need this thread's core
  auto pause = std::chrono::microseconds(20);
  const auto end = std::chrono::steady_clock::now() + timeout;
  while (!passed()) {
    if (std::chrono::steady_clock::now() > end)
      throw std::runtime_error(fmt::format(
          "the GPU has not finished after {} s: it may wait for a rank that is gone", timeout.count()));
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, kLongest);
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

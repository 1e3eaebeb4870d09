// Moments on a device that counts its events: those of moments that nobody holds are used again.

#include "workloads/train/report/moment.hpp"

#include <c10/core/impl/DeviceGuardImplInterface.h>

#include <cstdio>
#include <set>
#include <utility>

#include "expect.hpp"

namespace {

std::set<void*> events;  // made and not ended
int ended = 0;
int recorded = 0;

struct CountingDevice final : c10::impl::DeviceGuardImplInterface {
  c10::DeviceType type() const override { return c10::DeviceType::PrivateUse1; }
  c10::Device exchangeDevice(c10::Device device) const override { return device; }
  c10::Device getDevice() const override { return {type(), 0}; }
  void setDevice(c10::Device /*device*/) const override {}
  void uncheckedSetDevice(c10::Device /*device*/) const noexcept override {}
  c10::Stream getStream(c10::Device device) const noexcept override {
    return c10::Stream(c10::Stream::DEFAULT, device);
  }
  c10::Stream exchangeStream(c10::Stream stream) const noexcept override { return stream; }
  c10::DeviceIndex deviceCount() const noexcept override { return 1; }
  void record(void** event, const c10::Stream& /*stream*/, const c10::DeviceIndex /*index*/,
              const c10::EventFlag /*flag*/) const override {
    ++recorded;
    if (!*event) events.insert(*event = new int);
  }
  bool queryEvent(void* /*event*/) const override { return true; }
  void destroyEvent(void* event, const c10::DeviceIndex /*index*/) const noexcept override {
    ended += static_cast<int>(event != nullptr);
  }
};

C10_REGISTER_GUARD_IMPL(PrivateUse1, CountingDevice);

}  // namespace

int main() {
  using scalegen::train::Moment;
  const c10::Device device(c10::DeviceType::PrivateUse1, 0);
  {
    const Moment one(device);
    const Moment two(device);
    expect(events.size() == 2, "two moments that are held have an event each");
  }
  Moment last(device);
  for (int step = 0; step < 1000; ++step) {
    const Moment first(device);
    Moment second(device);
    last = std::move(second);
  }
  expect(recorded == 2003, "each moment is recorded");
  expect(events.size() == 3, "2,003 moments of which three were held at once take three events");
  expect(ended == 0, "no event is ended");
  const Moment cpu(c10::DeviceType::CPU);
  expect(recorded == 2003 && cpu.passed(), "a CPU's moment takes none");
  if (failures == 0) std::puts("moments use events again");
  return failures == 0 ? 0 : 1;
}

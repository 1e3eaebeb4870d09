// Steps that a device ends long after the host has asked for them, with a device that works only when
// somebody waits for it: each step is told in its turn, with its own loss and its own time.

#include "workloads/train/report/timeline.hpp"

#include <cstdio>
#include <functional>
#include <vector>

#include "expect.hpp"

namespace scalegen::train {
namespace {

/// What the device was asked, in order. Each piece of work takes it a second.
struct Device {
  std::vector<std::function<void()>> asked;
  std::size_t done = 0;

  void finish(std::size_t count) {
    while (done < count) asked[done++]();
  }
} device;

/// The moment is the number of pieces of work before it, as seconds since 1970.
using Clock = std::chrono::steady_clock;
Clock::time_point now() { return Clock::time_point(std::chrono::seconds(device.asked.size())); }
std::size_t work_before(Clock::time_point moment) {
  return static_cast<std::size_t>(
      std::chrono::duration_cast<std::chrono::seconds>(moment.time_since_epoch()).count());
}

}  // namespace

Moment::Moment(at::Device /*device*/) : host_(now()) {}
bool Moment::passed() const { return device.done >= work_before(host_); }
void Moment::wait(std::chrono::seconds /*timeout*/) const { device.finish(work_before(host_)); }
double Moment::seconds_since(const Moment& earlier) const {
  return std::chrono::duration<double>(host_ - earlier.host_).count();
}

at::Tensor host_copy(const at::Tensor& number) {
  at::Tensor copy = torch::full({}, -1, at::kFloat);
  device.asked.push_back([copy, number] { copy.copy_(number); });
  return copy;
}

}  // namespace scalegen::train

namespace {

using namespace scalegen::train;

constexpr int kSteps = 100;

/// Steps whose loss is their number, of two phases of a second each, or recorded ones without phases.
std::vector<StepResult> told(bool recorded) {
  device = {};
  std::vector<StepResult> told;
  Timeline timeline(at::kCPU, std::chrono::seconds(1), [&](const StepResult& step) { told.push_back(step); });
  for (int step = 1; step <= kSteps; ++step) {
    PhaseMarks marks;
    for (const Phase phase : {Phase::forward, Phase::optimizer}) {
      device.asked.emplace_back([] {});
      if (!recorded) marks.end(phase, Moment(at::kCPU));
    }
    timeline.step_queued({.step = step}, torch::full({}, step, at::kFloat), std::move(marks));
  }
  expect(told.size() == kSteps - 32, "the host is 32 steps ahead of its device");
  timeline.pause();
  expect(timeline.seconds() == 3 * kSteps, "the steps' time is the device's");
  return told;
}

void check_steps(bool recorded) {
  const std::vector<StepResult> steps = told(recorded);
  PhaseSeconds phases;
  phases[Phase::forward] = phases[Phase::optimizer] = recorded ? 0 : 1;
  phases[Phase::data] = recorded ? 3 : 1;
  int64_t number = 0;
  int64_t right = 0;
  int64_t own_losses = 0;
  for (const StepResult& step : steps) {
    ++number;
    right += step.step == number && step.seconds == 3 && step.phases == phases;
    own_losses += step.loss == static_cast<double>(number);
  }
  expect(right == kSteps, "each step is told in its turn, and ends when its loss is on the host");
  expect(own_losses == kSteps, "each step has its own loss");
}

}  // namespace

int main() {
  check_steps(false);
  check_steps(true);
  if (failures == 0) std::puts("steps are told with their own losses");
  return failures == 0 ? 0 : 1;
}

#include "workloads/train/timeline.hpp"

#include <c10/core/impl/VirtualGuardImpl.h>

#include "workloads/train/compat.hpp"

namespace scalegen::train {
namespace {

/// How far the host may run ahead of a GPU: enough to hide any hiccup, and little memory.
constexpr std::size_t kMostQueued = 32;

/// A copy of `loss` on the host, there when the device gets to it.
at::Tensor host_copy(const at::Tensor& loss) {
  if (loss.is_cpu()) return loss;
  const auto options = at::TensorOptions(at::kFloat).pinned_memory(true);
  return torch::empty({}, options).copy_(loss, /*non_blocking=*/true);
}

}  // namespace

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

double Moment::seconds_since(const Moment& earlier) const {
  if (event_) return compat::elapsed_ms(*earlier.event_, *event_) / 1000;
  return std::chrono::duration<double>(host_ - earlier.host_).count();
}

Timeline::Timeline(at::Device device, std::function<void(const StepResult&)> tell)
    : device_(device), tell_(std::move(tell)), last_(device), begin_time_(0), last_time_(0) {
  last_.wait();
  begin_time_ = last_time_ = unix_time();
}

void Timeline::step_queued(const StepResult& result, const at::Tensor& loss) {
  at::Tensor copy = host_copy(loss);
  queued_.push_back({result, std::move(copy), Moment(device_)});
  while (!queued_.empty() && (queued_.size() > kMostQueued || queued_.front().end.passed())) tell_oldest();
}

void Timeline::finish() {
  while (!queued_.empty()) tell_oldest();
}

void Timeline::tell_oldest() {
  Queued step = std::move(queued_.front());
  queued_.pop_front();
  step.end.wait();
  step.result.seconds = step.end.seconds_since(last_);
  last_time_ += step.result.seconds;
  step.result.time = last_time_;
  step.result.loss = static_cast<double>(*step.loss.data_ptr<float>());
  last_ = std::move(step.end);
  tell_(step.result);
}

}  // namespace scalegen::train

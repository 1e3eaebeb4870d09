#include "workloads/train/report/timeline.hpp"

namespace scalegen::train {
namespace {

/// The most steps that the host may run ahead of a GPU: enough to hide any hiccup, and little memory.
constexpr std::size_t kMostQueued = 32;

}  // namespace

Timeline::Timeline(at::Device device, std::chrono::seconds timeout,
                   std::function<void(const StepResult&)> tell)
    : device_(device), timeout_(timeout), tell_(std::move(tell)), last_(device) {
  resume();
}

void Timeline::step_queued(const StepResult& result, const at::Tensor& loss, PhaseMarks marks) {
  at::Tensor copy = host_copy(loss);
  marks.end(Phase::data, Moment(device_));  // after the copy: whoever has waited for it may read the loss
  queued_.push_back({result, std::move(copy), std::move(marks)});
  while (!queued_.empty() &&
         (queued_.size() > kMostQueued || queued_.front().marks.ends.back().second.passed()))
    tell_oldest();
}

void Timeline::pause() {
  while (!queued_.empty()) tell_oldest();
}

void Timeline::resume() {
  last_ = Moment(device_);
  last_.wait(timeout_);
  last_time_ = unix_time();
}

void Timeline::tell_oldest() {
  Queued& step = queued_.front();
  for (auto& [phase, end] : step.marks.ends) {
    end.wait(timeout_);
    const double seconds = end.seconds_since(last_);
    step.result.phases[phase] += seconds;
    step.result.seconds += seconds;
    last_ = std::move(end);
  }
  seconds_ += step.result.seconds;
  last_time_ += step.result.seconds;
  step.result.time = last_time_;
  step.result.loss = static_cast<double>(*step.loss.data_ptr<float>());
  tell_(step.result);
  queued_.pop_front();
}

}  // namespace scalegen::train

#pragma once

#include <c10/core/Event.h>

#include <deque>
#include <functional>
#include <optional>

#include "workloads/train/libtorch.hpp"
#include "workloads/train/report.hpp"

namespace scalegen::train {

/// A point in the work of a device: on a CPU now, on a GPU when the kernels queued so far are done.
class Moment {
 public:
  explicit Moment(at::Device device);

  bool passed() const;
  void wait() const;
  double seconds_since(const Moment& earlier) const;

 private:
  std::chrono::steady_clock::time_point host_ = std::chrono::steady_clock::now();
  std::optional<c10::Event> event_;
};

/// Measures steps from the end of the one before to their own, so that nothing falls between two, without
/// making a GPU wait: times and losses are looked at when they have come, some steps later, and handed to
/// `tell` in order.
class Timeline {
 public:
  Timeline(at::Device device, std::function<void(const StepResult&)> tell);

  /// `result` has all but time, seconds and loss.
  void step_queued(const StepResult& result, const at::Tensor& loss);

  /// Waits for what is still queued.
  void finish();

  /// From the first step's beginning to the last told step's end.
  double seconds() const { return last_time_ - begin_time_; }

 private:
  struct Queued {
    StepResult result;
    at::Tensor loss;
    Moment end;
  };

  void tell_oldest();

  at::Device device_;
  std::function<void(const StepResult&)> tell_;
  Moment last_;
  double begin_time_;
  double last_time_;
  std::deque<Queued> queued_;
};

}  // namespace scalegen::train

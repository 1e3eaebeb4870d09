#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "workloads/train/report/moment.hpp"
#include "workloads/train/report/phases.hpp"
#include "workloads/train/report/report.hpp"

namespace scalegen::train {

/// The ends of a step's phases, in order. A phase may come more than once. Of a recorded step none is known.
struct PhaseMarks {
  std::vector<std::pair<Phase, Moment>> ends;

  void end(Phase phase, Moment moment) { ends.emplace_back(phase, std::move(moment)); }
};

/// Measures steps from the end of the one before to their own, so that nothing falls between two, without
/// making a GPU wait: times and losses are looked at when they have come, some steps later, and handed to
/// `tell` in order.
class Timeline {
 public:
  /// A step that takes longer than `timeout` fails.
  Timeline(at::Device device, std::chrono::seconds timeout, std::function<void(const StepResult&)> tell);

  /// `result` has all but time, seconds, loss and phases. The step ends when its loss is on the host.
  void step_queued(const StepResult& result, const at::Tensor& loss, PhaseMarks marks);

  /// Waits for what is still queued. What happens from here to resume() belongs to no step.
  void pause();
  void resume();

  /// The first step that has not been told, if there is one.
  std::optional<int64_t> oldest() const {
    return queued_.empty() ? std::nullopt : std::optional(queued_.front().result.step);
  }

  /// The time of all told steps.
  double seconds() const { return seconds_; }

 private:
  struct Queued {
    StepResult result;
    at::Tensor loss;
    PhaseMarks marks;
  };

  void tell_oldest();

  at::Device device_;
  std::chrono::seconds timeout_;
  std::function<void(const StepResult&)> tell_;
  Moment last_;
  double last_time_ = 0;
  double seconds_ = 0;
  std::deque<Queued> queued_;
};

}  // namespace scalegen::train

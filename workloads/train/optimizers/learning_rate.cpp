#include "workloads/train/optimizers/learning_rate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scalegen::train {
namespace {

double schedule_factor(const Learning& learning, int64_t epoch) {
  const auto done = static_cast<double>(epoch - 1);
  const auto epochs = static_cast<double>(learning.schedule_epochs.value_or(1));
  switch (learning.schedule) {
    case ScheduleKind::constant:
      return 1;
    case ScheduleKind::step:
      return std::pow(learning.gamma, std::floor(done / epochs));
    case ScheduleKind::exponential:
      return std::pow(learning.gamma, done);
    case ScheduleKind::cosine:
      return (1 + std::cos(std::numbers::pi * done / epochs)) / 2;  // after `epochs` it rises again
  }
  return 1;
}

}  // namespace

double learning_rate(const Learning& learning, int64_t step, int64_t epoch) {
  const double warmup =
      learning.warmup_steps == 0
          ? 1
          : std::min(1.0, static_cast<double>(step) / static_cast<double>(learning.warmup_steps));
  return learning.rate * warmup * schedule_factor(learning, epoch);
}

}  // namespace scalegen::train

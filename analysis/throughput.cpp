#include "analysis/throughput.hpp"

#include <fmt/format.h>

#include <cmath>

#include "analysis/warm_up.hpp"

namespace scalegen {
namespace {

constexpr std::int64_t kMostSamples = std::int64_t{1} << 53;  // what a double still counts one by one

std::string step_name(const TrainerStep& step, std::size_t position) {
  return fmt::format("step {}", step.step.value_or(static_cast<std::int64_t>(position) + 1));
}

// Why a step cannot be counted; empty: it can.
std::string flaw(const TrainerLog& log, std::size_t i) {
  const auto& step = log.steps[i];
  if (!step.seconds) return fmt::format("{} has no 'seconds'", step_name(step, i));
  if (!step.samples) return fmt::format("{} has no 'samples'", step_name(step, i));
  if (*step.seconds <= 0) return fmt::format("{} took {} s", step_name(step, i), *step.seconds);
  if (*step.samples <= 0) return fmt::format("{} had {} samples", step_name(step, i), *step.samples);
  if (*step.samples > kMostSamples)
    return fmt::format("{} had {} samples: more than can be counted", step_name(step, i), *step.samples);
  if (!std::isfinite(static_cast<double>(*step.samples) / *step.seconds) || !std::isfinite(*step.seconds))
    return fmt::format("{} took {} s for {} samples: that is no rate", step_name(step, i), *step.seconds,
                       *step.samples);
  const bool in_order = i == 0 || !step.step || !log.steps[i - 1].step || *step.step > *log.steps[i - 1].step;
  if (!in_order)
    return fmt::format("step {} follows step {}: more than one rank wrote these lines", *step.step,
                       *log.steps[i - 1].step);
  return "";
}

std::vector<double> step_seconds(const TrainerLog& log) {
  std::vector<double> seconds;
  for (const auto& step : log.steps) seconds.push_back(*step.seconds);
  return seconds;
}

}  // namespace

Result<MeasuredWindow> measured_window(const TrainerLog& log) {
  if (log.steps.empty())
    return failure("no step lines", "a trainer writes them to $SCALEGEN_METRICS: docs/metrics.md");
  for (std::size_t i = 0; i < log.steps.size(); ++i)
    if (const auto why = flaw(log, i); !why.empty()) return failure(why);
  const auto warm_up = warm_up_steps(step_seconds(log));
  MeasuredWindow window{.warm_up_steps = static_cast<std::int64_t>(warm_up),
                        .steps = static_cast<std::int64_t>(log.steps.size() - warm_up)};
  for (std::size_t i = warm_up; i < log.steps.size(); ++i) {
    window.samples += *log.steps[i].samples;
    window.seconds += *log.steps[i].seconds;
    if (window.samples > kMostSamples || !std::isfinite(window.seconds))
      return failure(
          fmt::format("up to {} the steps add up to more than can be counted", step_name(log.steps[i], i)));
  }
  const auto& first = log.steps[warm_up];
  if (first.time && log.steps.back().time)
    window.span = {*first.time - *first.seconds, *log.steps.back().time};
  return window;
}

}  // namespace scalegen

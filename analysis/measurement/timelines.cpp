#include "analysis/measurement/timelines.hpp"

#include <cmath>

#include "core/event_log.hpp"

namespace scalegen {

void Trace::add(double at, const std::optional<double>& value) {
  const auto part = static_cast<std::size_t>(at / width);
  if (part >= parts.size()) parts.resize(part + 1);
  parts[part].add(value);
}

std::optional<StepTimeline> read_step_timeline(const Measurement& run, const RunDirectory& directory) {
  if (!run.window) return std::nullopt;
  const auto log = read_event_log(directory.attempt(run.run, run.attempt).metrics());
  if (!log || !*log) return std::nullopt;
  const auto& steps = (*log)->steps;
  const Trace empty{.width = std::log2(static_cast<double>(steps.size()) + 1) / Trace::kMostParts};
  StepTimeline timeline{.run = run.run, .warm_up = empty, .measured = empty};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool is_left_out = static_cast<std::int64_t>(i) < run.window->warm_up_steps;
    auto& trace = is_left_out ? timeline.warm_up : timeline.measured;
    if (steps[i].seconds) trace.add(std::log2(static_cast<double>(i) + 1), *steps[i].seconds);
  }
  return timeline;
}

}  // namespace scalegen

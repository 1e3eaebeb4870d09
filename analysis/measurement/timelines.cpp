#include "analysis/measurement/timelines.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/readers/gpu_log.hpp"
#include "core/event_log.hpp"

namespace scalegen {
namespace {

std::optional<TimeSpan> window_of(const Measurement& run, const AttemptFolder& attempt) {
  if (run.window) return run.window->span;
  const auto command = wall_time(attempt);
  return command ? std::optional(*command) : std::nullopt;
}

}  // namespace

void Trace::add(double at, const std::optional<double>& value) {
  const auto part = static_cast<std::size_t>(at / width);
  if (part >= parts.size()) parts.resize(part + 1);
  parts[part].add(value);
}

void Trace::add(const Trace& other) {
  if (parts.size() < other.parts.size()) parts.resize(other.parts.size());
  for (std::size_t i = 0; i < other.parts.size(); ++i) parts[i].add(other.parts[i]);
}

std::optional<GpuTimeline> read_gpu_timeline(const Measurement& run, const RunDirectory& directory) {
  const auto attempt = directory.attempt(run.run, run.attempt);
  const auto window = window_of(run, attempt);
  if (!window) return std::nullopt;
  const Trace empty{.width = std::max(seconds(*window), 1e-3) / Trace::kMostParts};
  const std::array no_samples{empty, empty, empty};
  GpuTimeline timeline{.run = run.run, .window = *window};
  for (const auto& [file, host] : monitor_files(list_attempt(attempt.root))) {
    std::map<std::size_t, std::array<Trace, kGpuReadings.size()>> by_number;
    const auto log = read_gpu_log(file, [&](std::size_t gpu, const GpuSample& sample) {
      if (sample.time < window->start || sample.time >= window->end) return;
      auto& traces = by_number.try_emplace(gpu, no_samples).first->second;
      for (std::size_t i = 0; i < traces.size(); ++i)
        traces[i].add(sample.time - window->start, sample.*kGpuReadings[i]);
    });
    if (!log || !log->unusable.empty()) continue;
    for (const auto& [gpu, traces] : by_number) {
      if (log->devices[gpu].empty()) continue;
      auto& of_device = timeline.gpus.try_emplace(host + ":" + log->devices[gpu], no_samples).first->second;
      for (std::size_t i = 0; i < traces.size(); ++i) of_device[i].add(traces[i]);
    }
  }
  return timeline.gpus.empty() ? std::nullopt : std::optional(std::move(timeline));
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

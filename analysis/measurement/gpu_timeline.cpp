#include "analysis/measurement/gpu_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

#include "analysis/readers/gpu_log.hpp"

namespace scalegen {
namespace {

std::optional<TimeSpan> window_of(const Measurement& run, const AttemptFolder& attempt) {
  if (run.window) return run.window->span;
  const auto command = wall_time(attempt);
  return command ? std::optional(*command) : std::nullopt;
}

/// Keeps of each GPU what a chart can show: the first sample in each thousandth of the window, and as much
/// before and behind it as it is long.
struct ShownSamples {
  TimeSpan window{};
  std::map<std::size_t, double> last_steps{};  // by GPU
  std::vector<std::pair<std::size_t, GpuSample>> kept{};

  void add(std::size_t gpu, GpuSample&& sample) {
    const double length = std::max(seconds(window), 1.0);
    const double step = std::floor((sample.time - window.start) / length * 1000);
    if (sample.time < window.start - length || sample.time > window.end + length) return;
    const auto [last, is_first] = last_steps.try_emplace(gpu, step);
    if (std::exchange(last->second, step) != step || is_first) kept.emplace_back(gpu, std::move(sample));
  }
};

}  // namespace

std::optional<GpuTimeline> read_gpu_timeline(const std::string& rung, const Measurement& run,
                                             const RunDirectory& directory) {
  const auto attempt = directory.attempt(run.run, run.attempt);
  const auto window = window_of(run, attempt);
  if (!window) return std::nullopt;
  GpuTimeline timeline{.rung = rung, .run = run.run, .window = *window};
  for (const auto& [file, host] : monitor_files(list_attempt(attempt.root))) {
    ShownSamples shown{.window = *window};
    const auto log =
        read_gpu_log(file, [&](std::size_t gpu, GpuSample&& sample) { shown.add(gpu, std::move(sample)); });
    if (!log || !log->unusable.empty()) continue;
    for (auto& [gpu, sample] : shown.kept) {
      if (log->devices[gpu].empty()) continue;
      sample.device = fmt::format("{}:{}", host, log->devices[gpu]);
      timeline.samples.push_back(std::move(sample));
    }
  }
  return timeline.samples.empty() ? std::nullopt : std::optional(std::move(timeline));
}

}  // namespace scalegen

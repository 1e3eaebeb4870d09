#include "analysis/measurement/gpu_timeline.hpp"

#include <fmt/format.h>

#include "analysis/readers/attempt_listing.hpp"
#include "core/files.hpp"

namespace scalegen {
namespace {

std::optional<TimeSpan> window_of(const Measurement& run, const AttemptFolder& attempt) {
  if (run.window) return run.window->span;
  const auto command = wall_time(attempt);
  return command ? std::optional(*command) : std::nullopt;
}

}  // namespace

std::optional<GpuTimeline> read_gpu_timeline(const std::string& rung, const Measurement& run,
                                             const RunDirectory& directory) {
  const auto attempt = directory.attempt(run.run, run.attempt);
  const auto window = window_of(run, attempt);
  if (!window) return std::nullopt;
  GpuTimeline timeline{.rung = rung, .run = run.run, .window = *window};
  for (const auto& [file, host] : named_files(list_attempt(attempt.root), "gpu.", ".csv")) {
    auto log = read_nvidia_smi(read_file(file).value_or(""));
    for (auto& sample : log.samples) {
      sample.device = fmt::format("{}:{}", host, sample.device);
      timeline.samples.push_back(std::move(sample));
    }
  }
  return timeline.samples.empty() ? std::nullopt : std::optional(std::move(timeline));
}

}  // namespace scalegen

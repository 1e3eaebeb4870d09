#include "app/gpu_timelines.hpp"

#include <algorithm>

#include "core/run_directory.hpp"

namespace scalegen {
namespace {

const Measurement* first_measured(const ScalingPoint& point) {
  const auto run = std::ranges::find_if(point.runs, [](const auto& r) { return r.value.has_value(); });
  return run == point.runs.end() ? nullptr : &*run;
}

bool was_monitored(const ScalingPoint& point) {
  const auto* const run = first_measured(point);
  return run != nullptr && !run->gpus.empty();
}

// The baseline, and the largest rung, whose waiting tells most.
std::vector<const ScalingPoint*> shown_points(const ScalingTable& table) {
  const ScalingPoint* baseline = nullptr;
  const ScalingPoint* largest = nullptr;
  for (const auto& point : table.points) {
    if (!was_monitored(point)) continue;
    if (point.is_baseline) baseline = &point;
    if (largest == nullptr || point.shape.ranks >= largest->shape.ranks) largest = &point;
  }
  std::vector<const ScalingPoint*> shown{baseline, largest};
  std::erase(shown, nullptr);
  if (baseline == largest && !shown.empty()) shown.pop_back();
  return shown;
}

}  // namespace

std::vector<GpuTimeline> gpu_timelines_of(const report::Report& report) {
  std::vector<GpuTimeline> timelines;
  if (report.head.imported || report.tables.empty()) return timelines;
  for (const auto* point : shown_points(report.tables.front()))
    if (auto timeline = read_gpu_timeline(point->rung, *first_measured(*point), {report.head.directory}))
      timelines.push_back(*std::move(timeline));
  return timelines;
}

}  // namespace scalegen

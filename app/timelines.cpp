#include "app/timelines.hpp"

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

// Of an even number the one below the middle.
const Measurement* median_run(const ScalingPoint& point) {
  std::vector<const Measurement*> runs;
  for (const auto& run : point.runs)
    if (run.value) runs.push_back(&run);
  std::ranges::sort(runs, {}, [](const Measurement* run) { return *run->value; });
  return runs.empty() ? nullptr : runs[(runs.size() - 1) / 2];
}

std::vector<GpuTimeline> gpus_of(const report::Report& report) {
  std::vector<GpuTimeline> timelines;
  for (const auto* point : shown_points(report.tables.front()))
    if (auto timeline = read_gpu_timeline(*first_measured(*point), {report.head.directory}))
      timelines.push_back(*std::move(timeline));
  return timelines;
}

std::vector<StepTimeline> steps_of(const report::Report& report) {
  std::vector<StepTimeline> timelines;
  for (std::size_t t = 0; t < std::min(report.tables.size(), charts::kTablesWithSteps); ++t)
    for (const auto& point : report.tables[t].points)
      if (const auto* const run = median_run(point))
        if (auto timeline = read_step_timeline(*run, {report.head.directory})) {
          timeline->table = t;
          timeline->rung = point.rung;
          timelines.push_back(*std::move(timeline));
        }
  return timelines;
}

}  // namespace

charts::Timelines timelines_of(const report::Report& report) {
  if (report.head.imported || report.tables.empty()) return {};
  return {.gpus = gpus_of(report), .steps = steps_of(report)};
}

}  // namespace scalegen

#include "app/timelines.hpp"

#include <algorithm>

#include "analysis/charts/charts.hpp"

namespace scalegen {
namespace {

// Of an even number the one below the middle.
const Measurement* median_run(const ScalingPoint& point) {
  std::vector<const Measurement*> runs;
  for (const auto& run : point.runs)
    if (run.value) runs.push_back(&run);
  std::ranges::sort(runs, {}, [](const Measurement* run) { return *run->value; });
  return runs.empty() ? nullptr : runs[(runs.size() - 1) / 2];
}

}  // namespace

std::vector<StepTimeline> timelines_of(const report::Report& report) {
  if (report.head.imported) return {};
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

}  // namespace scalegen

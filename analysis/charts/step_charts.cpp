#include "analysis/charts/charts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace scalegen::charts {
namespace {

constexpr double kMilliseconds = 1000;  // of a second

stats::Estimate range_of(const stats::Summary& seconds) {
  return {.centre = kMilliseconds * seconds.sum / seconds.count,
          .interval = stats::Interval{kMilliseconds * seconds.least, kMilliseconds * seconds.most}};
}

Series steps_of(const std::string& name, const Trace& trace) {
  Series series{.name = name, .form = Form::trace};
  stats::Summary all;
  for (std::size_t i = 0; i < trace.parts.size(); ++i) {
    const auto& part = trace.parts[i];
    if (part.count == 0) continue;
    all.add(part);
    auto y = range_of(part);
    if (part.count == 1) y.interval.reset();
    series.marks.push_back({.x = std::exp2(trace.width * (static_cast<double>(i) + 0.5)), .y = y});
  }
  if (!series.marks.empty()) series.all = range_of(all);
  return series;
}

void add_note_of_ranges(Chart& chart) {
  const auto is_summed = [](const Mark& mark) { return mark.y.interval.has_value(); };
  if (std::ranges::any_of(chart.series, [&](const Series& series) {
        return series.form == Form::trace && std::ranges::any_of(series.marks, is_summed);
      }))
    chart.notes.emplace_back("A line is the mean of steps that share a place, its band their range.");
}

// The grey beginnings of all rungs have one name in the legend.
void add_run(Chart& chart, const StepTimeline& run) {
  const bool has_name =
      std::ranges::any_of(chart.series, [](const auto& s) { return s.form == Form::left_out; });
  auto warm_up = steps_of(has_name ? "" : "warm-up, left out", run.warm_up);
  warm_up.form = Form::left_out;
  if (!warm_up.marks.empty()) chart.series.push_back(std::move(warm_up));
  chart.series.push_back(steps_of(run.rung, run.measured));
}

Chart step_chart(const report::Report& report, const std::vector<StepTimeline>& timelines, std::size_t t) {
  auto chart = chart_of_table("steps", "Time of each step", report, t);
  chart.says = "For each rung the time of the steps of one run, and in grey those that no figure counts.";
  chart.x = {.label = "step", .scale = Scale::binary};
  chart.y = {.label = "ms per step", .scale = Scale::binary};
  std::vector<std::string> runs;
  std::size_t rungs = 0;
  for (const auto& run : timelines) {
    if (run.table != t || ++rungs > kMostSeries) continue;
    runs.push_back(run.run);
    add_run(chart, run);
  }
  chart.notes.push_back(fmt::format("Of each rung the run of its median value: {}.", fmt::join(runs, ", ")));
  if (rungs > kMostSeries)
    chart.notes.push_back(fmt::format("{} of {} rungs are drawn.", kMostSeries, rungs));
  add_note_of_ranges(chart);
  return chart;
}

}  // namespace

std::vector<Chart> step_charts(const report::Report& report, const std::vector<StepTimeline>& timelines) {
  return charts_of_tables(report, kTablesWithSteps,
                          [&](std::size_t t) { return step_chart(report, timelines, t); });
}

}  // namespace scalegen::charts

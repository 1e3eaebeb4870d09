#include "analysis/charts/charts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace scalegen::charts {
namespace {

struct GpuFigure {
  const char* id = "";
  const char* title = "";
  const char* label = "";
  std::size_t reading = 0;  // of kGpuReadings
  double factor = 1;
  std::optional<double> most{};
};

const std::array kReadings{GpuFigure{"gpu-utilisation", "GPU utilisation", "%", 0, 1, 100},
                           GpuFigure{"gpu-memory", "GPU memory", "GiB", 1, 1.0 / 1024},
                           GpuFigure{"gpu-power", "GPU power", "W", 2}};

stats::Estimate range_of(const stats::Summary& values, double factor) {
  return {.centre = factor * values.sum / values.count,
          .interval = stats::Interval{factor * values.least, factor * values.most}};
}

// In units of which the trace has 1 / `factor`.
Series series_of(const std::string& name, const Trace& trace, double factor) {
  Series series{.name = name, .form = Form::trace};
  stats::Summary all;
  for (std::size_t i = 0; i < trace.parts.size(); ++i) {
    const auto& part = trace.parts[i];
    if (part.count == 0) continue;
    all.add(part);
    auto y = range_of(part, factor);
    if (part.count == 1) y.interval.reset();
    series.marks.push_back({.x = trace.width * (static_cast<double>(i) + 0.5), .y = y});
  }
  if (!series.marks.empty()) series.all = range_of(all, factor);
  return series;
}

void add_note_of_ranges(Chart& chart, const std::string& what) {
  const auto is_summed = [](const Mark& mark) { return mark.y.interval.has_value(); };
  if (std::ranges::any_of(chart.series, [&](const Series& series) {
        return series.form == Form::trace && std::ranges::any_of(series.marks, is_summed);
      }))
    chart.notes.push_back(
        fmt::format("A line is the mean of {} that share a place, its band their range.", what));
}

std::vector<Series> lines_of(const GpuTimeline& run, const GpuFigure& kind) {
  std::vector<Series> lines;
  Trace all;
  for (const auto& [device, traces] : run.gpus) {
    const auto& trace = traces[kind.reading];
    all.width = trace.width;
    all.add(trace);
    if (auto line = series_of(fmt::format("GPU {}", lines.size()), trace, kind.factor); !line.marks.empty())
      lines.push_back(std::move(line));
  }
  if (lines.size() <= kMostSeries) return lines;
  return {series_of(fmt::format("{} GPUs", lines.size()), all, kind.factor)};
}

Chart gpu_chart(const GpuTimeline& run, const GpuFigure& kind, std::size_t number) {
  Chart chart{
      .id = fmt::format("{}-{}", kind.id, number),
      .title = fmt::format("{}, run {}", kind.title, run.run),
      .says = fmt::format("{} of run {} in its measured window, as its monitor saw it.", kind.title, run.run),
      .x = {.label = "seconds since the measured window began"},
      .y = {.label = kind.label, .from_zero = true, .most = kind.most, .reach = kind.most},
      .series = lines_of(run, kind)};
  add_note_of_ranges(chart, run.gpus.size() > kMostSeries ? "samples of all GPUs" : "samples");
  return chart;
}

Series steps_of(const std::string& name, const Trace& trace) {
  auto series = series_of(name, trace, 1000);
  for (auto& mark : series.marks) mark.x = std::exp2(mark.x);
  return series;
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
  add_note_of_ranges(chart, "steps");
  return chart;
}

}  // namespace

std::vector<Chart> gpu_charts(const std::vector<GpuTimeline>& timelines) {
  std::vector<Chart> charts;
  for (const auto& kind : kReadings) {
    std::vector<Chart> of_kind;
    for (std::size_t i = 0; i < timelines.size(); ++i)
      if (auto chart = gpu_chart(timelines[i], kind, i + 1); !chart.series.empty())
        of_kind.push_back(std::move(chart));
    share_scale(of_kind);
    std::ranges::move(of_kind, std::back_inserter(charts));
  }
  return charts;
}

std::vector<Chart> step_charts(const report::Report& report, const std::vector<StepTimeline>& timelines) {
  return charts_of_tables(report, kTablesWithSteps,
                          [&](std::size_t t) { return step_chart(report, timelines, t); });
}

}  // namespace scalegen::charts

#include "analysis/charts/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::charts {
namespace {

using Reading = std::optional<double> GpuSample::*;

struct GpuFigure {
  const char* id = "";
  const char* title = "";
  const char* label = "";
  Reading reading{};
  double factor = 1;
  std::optional<double> most{};
};

const std::array kKinds{
    GpuFigure{"gpu-utilisation", "GPU utilisation", "%", &GpuSample::utilisation_percent, 1, 100},
    GpuFigure{"gpu-memory", "GPU memory", "GiB", &GpuSample::memory_mib, 1.0 / 1024},
    GpuFigure{"gpu-power", "GPU power", "W", &GpuSample::power_w}};

constexpr std::size_t kMostSamples = 300;  // of a line: more than it has pixels

std::map<std::string, std::vector<Mark>> by_device(const GpuTimeline& run, const GpuFigure& kind) {
  std::map<std::string, std::vector<Mark>> lines;
  for (const auto& sample : run.samples)
    if (sample.*kind.reading)
      lines[sample.device].push_back(
          {.x = sample.time - run.window.start, .y = {.centre = kind.factor * *(sample.*kind.reading)}});
  return lines;
}

// Over all GPUs, of seconds that have a sample.
std::vector<Series> summary_of(const std::map<std::string, std::vector<Mark>>& lines) {
  std::map<double, std::vector<double>> seconds;
  for (const auto& [device, marks] : lines)
    for (const auto& mark : marks) seconds[std::floor(mark.x)].push_back(mark.y.centre);
  std::vector<Series> all{{.name = "mean", .form = Form::trace},
                          {.name = "least", .form = Form::trace},
                          {.name = "most", .form = Form::trace}};
  for (const auto& [second, values] : seconds) {
    const auto [least, most] = std::ranges::minmax_element(values);
    const std::array figures{stats::mean(values), *least, *most};
    for (std::size_t i = 0; i < figures.size(); ++i)
      all[i].marks.push_back({.x = second, .y = {.centre = figures[i]}});
  }
  return all;
}

std::vector<Series> lines_of(const std::map<std::string, std::vector<Mark>>& lines) {
  std::vector<Series> all;
  for (const auto& [device, marks] : lines)
    all.push_back({.name = fmt::format("GPU {}", all.size()), .form = Form::trace, .marks = marks});
  return all;
}

Chart chart_of(const GpuTimeline& run, const GpuFigure& kind, std::size_t number) {
  Chart chart{.id = fmt::format("{}-{}", kind.id, number),
              .title = fmt::format("{}, {}", kind.title, run.rung),
              .says = fmt::format("{} of run {} over time, as its monitor saw it.", kind.title, run.run),
              .x = {.label = "seconds since the measured window began"},
              .y = {.label = kind.label, .from_zero = true, .most = kind.most},
              .bands = {{"measured", 0, seconds(run.window)}}};
  const auto lines = by_device(run, kind);
  const bool is_many = lines.size() > kMostSeries;
  chart.series = is_many ? summary_of(lines) : lines_of(lines);
  if (is_many)
    chart.notes.push_back(fmt::format("Over {} GPUs: their mean, the least and the most.", lines.size()));
  std::size_t most = 0;
  for (auto& series : chart.series) {
    most = std::max(most, series.marks.size());
    series.marks = thinned(series.marks, kMostSamples);
  }
  if (most > kMostSamples)
    chart.notes.push_back(fmt::format("{} of {} samples of a line are drawn.", kMostSamples, most));
  return chart;
}

}  // namespace

std::vector<Chart> gpu_charts(const std::vector<GpuTimeline>& timelines) {
  std::vector<Chart> charts;
  for (std::size_t i = 0; i < timelines.size(); ++i)
    for (const auto& kind : kKinds)
      if (auto chart = chart_of(timelines[i], kind, i + 1); !chart.series.empty())
        charts.push_back(std::move(chart));
  return charts;
}

}  // namespace scalegen::charts

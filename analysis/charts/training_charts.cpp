#include "analysis/charts/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/document/texts.hpp"
#include "analysis/statistics/two_way_model.hpp"
#include "core/text.hpp"

namespace scalegen::charts {
namespace {

using report::Report;

// The median over runs, by epoch. Those of a run that has no speed count, too: it trained.
Series line_of(const ScalingTable& table, const ScalingPoint& point, const MetricPattern& metric) {
  std::map<std::int64_t, std::vector<double>> by_epoch;
  for (const auto& run : point.runs)
    if (const auto* const figure = find_figure(run.further, metric.name))
      for (const auto& [epoch, value] : figure->epochs) by_epoch[epoch].push_back(value);
  Series series{.name = point_name(table, point.rung)};
  for (const auto& [epoch, values] : by_epoch)
    series.marks.push_back({.x = static_cast<double>(epoch), .y = {.centre = stats::median(values)}});
  return series;
}

// Of too many lines those that two questions ask for: what size does, and what an axis does.
Chart over_epochs(const Report& report, const MetricPattern& metric) {
  auto chart = chart_of(metric);
  chart.says = fmt::format("The {} after each epoch, a line for each rung.", metric.name);
  chart.x = {.label = "epoch"};
  const auto& first = report.tables.front();
  const auto largest = first.points.empty() ? "" : first.points.back().rung;
  std::vector<Series> all;
  std::vector<Series> of_axes;
  for_each_point(report.tables, [&](const ScalingTable& table, const ScalingPoint& point) {
    auto line = line_of(table, point, metric);
    if (line.marks.size() < 2) return;
    const auto others = std::ranges::count_if(
        table.axes, [&](const Setting& axis) { return to_text(axis.value) != axis_text(first, axis.name); });
    if (others == 0) chart.series.push_back(line);
    if (others == 1 && point.rung == largest) of_axes.push_back(line);
    all.push_back(std::move(line));
  });
  append(chart.series, std::move(of_axes));
  if (all.size() <= kMostSeries || chart.series.empty()) chart.series = all;
  if (chart.series.size() > kMostSeries) chart.series.resize(kMostSeries);
  if (all.size() > chart.series.size())
    chart.notes.push_back(fmt::format("{} of {} lines are drawn: rungs at {}, then {} at other values.",
                                      chart.series.size(), all.size(), axes_text(first.axes), largest));
  return chart;
}

// Other charts have ids without this prefix.
std::string id_of(const std::string& name) {
  auto id = (name == kAccuracy || name == kLoss ? "" : "printed-") + name;
  std::ranges::replace(id, '_', '-');
  return id;
}

}  // namespace

std::vector<MetricPattern> charted_metrics(const report::ReportHead& head) {
  auto metrics = report::further_metrics(head);
  if (std::ranges::none_of(metrics, [](const auto& metric) { return metric.name == kLoss; }))
    metrics.push_back({.name = std::string(kLoss)});
  return metrics;
}

Chart chart_of(const MetricPattern& metric) {
  return {.id = id_of(metric.name),
          .title = with_capital(metric.name),
          .y = is_share(metric) ? Axis{.label = metric.name, .most = 1}
                                : Axis{.label = report::title_of(metric)}};
}

std::vector<Chart> training_charts(const Report& report) {
  std::vector<Chart> charts;
  if (report.tables.empty()) return charts;
  for (const auto& metric : charted_metrics(report.head)) charts.push_back(over_epochs(report, metric));
  std::erase_if(charts, [](const Chart& chart) { return chart.series.empty(); });
  return charts;
}

}  // namespace scalegen::charts

#include "analysis/charts/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "analysis/charts/ladder_lines.hpp"
#include "analysis/scaling/figure_text.hpp"

namespace scalegen::charts {
namespace {

using report::Report;

std::optional<double> number_on(const ScalingTable& table, const std::string& axis) {
  const auto* const value = find(table.axes, axis);
  if (value == nullptr) return std::nullopt;
  if (const auto* const whole = std::get_if<std::int64_t>(value)) return static_cast<double>(*whole);
  if (const auto* const real = std::get_if<double>(value)) return *real;
  return std::nullopt;
}

Settings without(Settings axes, const std::string& axis) {
  std::erase_if(axes, [&](const auto& setting) { return setting.name == axis; });
  return axes;
}

// The tables that differ in this axis alone, those of the first table. Empty if a value is no number.
std::vector<const ScalingTable*> tables_along(const Report& report, const std::string& axis) {
  std::vector<const ScalingTable*> tables;
  const auto& first = report.tables.front();
  for (const auto& table : report.tables) {
    if (!number_on(table, axis)) return {};
    if (table.scaling == first.scaling && without(table.axes, axis) == without(first.axes, axis))
      tables.push_back(&table);
  }
  return tables;
}

using ValueOfRung = std::function<std::optional<Mark>(const ScalingPoint&)>;

std::optional<Mark> figure(const ScalingPoint& point) { return mark_of(point.typical, value_star(point)); }

ValueOfRung value_of(const MetricPattern& metric) {
  return [metric](const ScalingPoint& point) -> std::optional<Mark> {
    const auto value = report::further_figure(point, metric.name);
    if (!value) return std::nullopt;
    return Mark{.y = {.centre = on_axis(metric, *value)}};
  };
}

void add_rung(Chart& chart, const std::vector<const ScalingTable*>& tables, const std::string& axis,
              std::size_t k, const ValueOfRung& value) {
  Series series{.name = tables.front()->points[k].rung};
  for (const auto* table : tables) {
    if (k >= table->points.size()) continue;
    if (auto mark = value(table->points[k])) {
      mark->x = *number_on(*table, axis);
      series.marks.push_back(*mark);
    }
  }
  std::ranges::stable_sort(series.marks, {}, &Mark::x);
  if (series.marks.size() > 1) chart.series.push_back(std::move(series));
}

Chart chart_along(const Report& report, const std::string& axis, const ValueOfRung& value, Chart chart) {
  const auto tables = tables_along(report, axis);
  if (tables.size() < 2) return chart;
  chart.x = {.label = with_spaces(axis)};
  const auto& rungs = tables.front()->points;
  for (std::size_t k = 0; k < rungs.size() && chart.series.size() < kMostSeries; ++k)
    add_rung(chart, tables, axis, k, value);
  const auto others = without(tables.front()->axes, axis);
  for (const auto& other : others)
    chart.notes.push_back(fmt::format("At {} {}.", with_spaces(other.name), to_text(other.value)));
  if (rungs.size() > chart.series.size() && chart.series.size() == kMostSeries)
    chart.notes.push_back(fmt::format("{} of {} rungs are drawn.", kMostSeries, rungs.size()));
  return chart;
}

std::string id_of(const std::string& axis, std::size_t number) {
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  if (!std::ranges::all_of(axis, is_plain)) return fmt::format("axis-{}", number);
  auto id = axis;
  std::ranges::replace(id, '_', '-');
  return id;
}

Chart further_chart(const Report& report, const std::string& axis, const std::string& id,
                    const MetricPattern& metric) {
  const auto over = with_spaces(axis);
  auto chart = chart_of(metric);
  chart.id += "-by-" + id;
  chart.title += " by " + over;
  chart.says = fmt::format("The {} over {}, a line for each rung.", metric.name, over);
  return chart_along(report, axis, value_of(metric), std::move(chart));
}

}  // namespace

std::vector<Chart> axis_charts(const Report& report) {
  std::vector<Chart> charts;
  if (report.tables.empty()) return charts;
  const auto& axes = report.head.axes;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const auto name = with_spaces(axes[a]);
    const auto id = id_of(axes[a], a + 1);
    charts.push_back(chart_along(
        report, axes[a], figure,
        {.id = "by-" + id,
         .title = "By " + name,
         .says = fmt::format("The {} over {}, a line for each rung.", report.head.metric.unit, name),
         .y = {.label = report.head.metric.unit, .from_zero = true}}));
    for (const auto& metric : charted_metrics(report.head))
      charts.push_back(further_chart(report, axes[a], id, metric));
  }
  std::erase_if(charts, [](const Chart& chart) { return chart.series.empty(); });
  return charts;
}

}  // namespace scalegen::charts

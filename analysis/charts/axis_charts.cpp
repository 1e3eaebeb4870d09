#include "analysis/charts/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "analysis/charts/ladder_lines.hpp"
#include "analysis/document/texts.hpp"
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
    return Mark{.y = {.centre = *value}};
  };
}

Series line_of(const std::vector<const ScalingTable*>& tables, const std::string& axis,
               const std::string& rung, const ValueOfRung& value) {
  Series series{.name = rung};
  for (const auto* table : tables) {
    const auto point = std::ranges::find(table->points, rung, &ScalingPoint::rung);
    auto mark = point == table->points.end() ? std::nullopt : value(*point);
    if (!mark) continue;
    mark->x = *number_on(*table, axis);
    series.marks.push_back(*mark);
  }
  std::ranges::stable_sort(series.marks, {}, &Mark::x);
  return series;
}

bool is_power_of_two(double value) { return value > 0 && std::exp2(std::round(std::log2(value))) == value; }

Axis axis_of(const std::string& label, std::vector<double> values) {
  const auto scale = std::ranges::all_of(values, is_power_of_two) ? Scale::binary : Scale::linear;
  return {.label = label, .scale = scale, .ticks = ticks_at(std::move(values), scale)};
}

Chart chart_along(const Report& report, const std::string& axis, const ValueOfRung& value, Chart chart) {
  const auto tables = tables_along(report, axis);
  if (tables.size() < 2) return chart;
  std::vector<double> values;
  std::vector<std::pair<int, std::string>> rungs;
  for (const auto* table : tables) {
    values.push_back(*number_on(*table, axis));
    for (const auto& point : table->points)
      add_once(rungs, std::pair(point.shape.ranks.value_or(0), point.rung));
  }
  std::ranges::stable_sort(rungs, {}, [](const auto& rung) { return rung.first; });
  chart.x = axis_of(with_spaces(axis), std::move(values));
  std::size_t lines = 0;
  for (const auto& [size, rung] : rungs)
    if (auto line = line_of(tables, axis, rung, value); !line.marks.empty() && ++lines <= kMostSeries)
      chart.series.push_back(std::move(line));
  for (const auto& other : without(tables.front()->axes, axis))
    chart.notes.push_back(fmt::format("At {} {}.", with_spaces(other.name), to_text(other.value)));
  if (lines > kMostSeries)
    chart.notes.push_back(fmt::format("{} of {} rungs are drawn.", kMostSeries, lines));
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
  const auto unit = report.head.metric.unit == "s" ? "seconds" : report.head.metric.unit;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const auto name = with_spaces(axes[a]);
    const auto id = id_of(axes[a], a + 1);
    charts.push_back(chart_along(report, axes[a], figure,
                                 {.id = "by-" + id,
                                  .title = unit + " by " + name,
                                  .says = fmt::format("The {} over {}, a line for each rung.", unit, name),
                                  .y = {.label = unit, .from_zero = true}}));
    for (const auto& metric : charted_metrics(report.head))
      charts.push_back(further_chart(report, axes[a], id, metric));
  }
  std::erase_if(charts, [](const Chart& chart) { return !has_line_of(2, chart); });
  return charts;
}

}  // namespace scalegen::charts

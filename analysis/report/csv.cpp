#include "analysis/report/formats.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/document/texts.hpp"
#include "analysis/report/notes.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "core/csv_line.hpp"
#include "core/plan_file.hpp"

namespace scalegen::report {
namespace {

template <class T>
std::string number(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "";
}

void add(Texts& cells, const std::optional<stats::Estimate>& estimate) {
  cells.push_back(estimate ? fmt::format("{}", estimate->centre) : "");
  const bool stated = estimate && estimate->interval;
  cells.push_back(stated ? fmt::format("{}", estimate->interval->low) : "");
  cells.push_back(stated ? fmt::format("{}", estimate->interval->high) : "");
  cells.push_back(stated ? fmt::format("{}", estimate->interval->coverage) : "");
}

// "images/s" -> "images_per_s", "tokens/s/GPU" -> "tokens_per_s_per_GPU"
std::string column_name(const std::string& title) {
  std::string name;
  for (const char c : title)
    if (c == '/')
      name += "_per_";
    else
      name += c == ' ' ? '_' : c;
  return name;
}

std::string value_name(const Metric& metric) {
  if (metric.source == MetricSource::wall_time) return "wall_seconds";
  if (metric.unit.empty() || metric.unit == "s") return metric.unit.empty() ? "value" : "seconds";
  return column_name(metric.unit);
}

Texts header_of(const ReportHead& head) {
  Texts cells;
  if (head.scalings.size() > 1) cells.emplace_back("scaling");
  append(cells, head.axes);
  for (const auto* name : {"rung", "device", "nodes", "ranks", "runs"}) cells.emplace_back(name);
  for (const auto& name : {value_name(head.metric), std::string("speedup"), std::string("efficiency"),
                           std::string("per_doubling")})
    for (const auto* part : {"", "_low", "_high", "_coverage"}) cells.push_back(name + part);
  cells.emplace_back("loop_seconds");
  const Texts last{"gpu_percent", "gpu_peak_mib", "gpu_w", "placement", "not_measured", "starred"};
  const auto is_taken = [&](const std::string& name) {
    return std::ranges::count(cells, name) + std::ranges::count(last, name) > 0;
  };
  for (const auto& metric : further_metrics(head)) {
    auto name = column_name(title_of(metric));
    while (is_taken(name)) name = "printed_" + name;
    cells.push_back(std::move(name));
  }
  append(cells, last);
  return cells;
}

Texts row_of(const ReportHead& head, const ScalingTable& table, const ScalingPoint& point) {
  Texts cells;
  if (head.scalings.size() > 1) cells.push_back(to_text(table.scaling));
  for (const auto& axis : head.axes) cells.push_back(axis_text(table, axis));
  const auto& shape = point.shape;
  append(cells, {point.rung, shape.device ? to_text(*shape.device) : "", number(shape.nodes),
                 number(rank_count(shape)), std::to_string(values_of(point.runs).size())});
  add(cells, point.typical);
  add(cells, point.speedup);
  add(cells, point.efficiency);
  add(cells, point.doubling ? std::optional(point.doubling->speedup) : std::nullopt);
  const auto gpus = gpu_usage_of(point);
  cells.push_back(number(loop_seconds(point)));
  for (const auto& metric : further_metrics(head))
    cells.push_back(number(further_figure(point, metric.name)));
  append(cells, {number(gpus.utilisation_percent), number(gpus.peak_memory_mib), number(gpus.power_w),
                 head.imported ? "" : placement_text(point), unmeasured_text(point),
                 fmt::format("{}", fmt::join(starred_figures(table, point), " "))});
  return cells;
}

}  // namespace

std::string render_csv(const Report& report) {
  std::string text = csv_line(header_of(report.head));
  for (const auto& table : report.tables)
    for (const auto& point : table.points) text += csv_line(row_of(report.head, table, point));
  return text;
}

}  // namespace scalegen::report

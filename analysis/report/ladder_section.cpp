#include "analysis/report/ladder_section.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "analysis/report/title.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "analysis/scaling/time_of_work.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

struct Column {
  std::string title{};
  std::function<std::string(const ScalingTable&, const ScalingPoint&)> cell{};
};

template <class T>
std::string count_text(const std::optional<T>& count) {
  return count ? std::to_string(*count) : "";
}

// More would make the line longer than a terminal; JSON has them all.
constexpr std::size_t kMaxListed = 12;

std::string all_or_range(const std::vector<double>& values, const ReportHead& head) {
  const auto quantity = head.metric.quantity;
  if (values.size() > kMaxListed) {
    const auto [least, most] = std::ranges::minmax_element(values);
    return fmt::format("{} to {} in {} {}s", value_text(*least, quantity), value_text(*most, quantity),
                       values.size(), word_for_round(head));
  }
  std::vector<std::string> all;
  for (const double value : values) all.push_back(value_text(value, quantity));
  return fmt::format("{}", fmt::join(all, " "));
}

std::string typical_text(const ScalingPoint& point, const ReportHead& head) {
  if (!point.typical) return "";
  const auto values = values_of(point.runs);
  const auto median = value_text(point.typical->centre, head.metric.quantity);
  return values.size() == 1 ? median : fmt::format("{} ({})", median, all_or_range(values, head));
}

std::string speedup_cell(const ScalingPoint& point) {
  if (!point.speedup) return "";
  if (point.is_baseline) return value_star(point) != nullptr ? "1 (baseline) *" : "1 (baseline)";
  return speedup_text(*point.speedup) + (speedup_star(point) != nullptr ? " *" : "");
}

// In weak scaling the time of the same work per rank: of a step.
std::string step_cell(const ReportHead& head, const ScalingTable& table, const ScalingPoint& point) {
  if (table.scaling != Scaling::weak || head.metric.quantity == Quantity::time) return "";
  const auto time = answer::time_of_work(point, head.metric, {.unit = Work::Unit::steps, .amount = 1});
  return time ? value_text(time->centre, Quantity::rate) : "";
}

// Rungs go over the same samples, as in the same epochs of them.
bool are_of_one_work(const ScalingTable& table) {
  std::vector<const Settings*> of_rungs;
  for (const auto& point : table.points) {
    const auto first = std::ranges::find_if(point.runs, [](const auto& r) { return r.value.has_value(); });
    if (first != point.runs.end()) of_rungs.push_back(&first->conditions);
  }
  return of_rungs.size() > 1 && std::ranges::all_of(of_rungs, [&](const auto* conditions) {
           return have_same_samples(*of_rungs.front(), *conditions);
         });
}

// The speedup of a weak ladder is its efficiency times the ranks, and tells nothing more unless times differ
// by it, too.
bool shows_speedup(const ScalingTable& table) {
  return table.scaling != Scaling::weak || are_of_one_work(table) ||
         std::ranges::any_of(table.points, [](const auto& p) { return p.speedup && !p.efficiency; });
}

std::string efficiency_cell(const ScalingTable& table, const ScalingPoint& point) {
  if (!point.efficiency) return "";
  if (point.is_baseline && !shows_speedup(table))
    return value_star(point) != nullptr ? "100 % (baseline) *" : "100 % (baseline)";
  return efficiency_text(*point.efficiency) +
         (speedup_star(point) != nullptr && !point.is_baseline ? " *" : "");
}

std::string doubling_cell(const ScalingTable& table, const ScalingPoint& point) {
  if (!point.doubling) return "";
  const auto& speedup = point.doubling->speedup;
  const auto of_ideal = three_digits(50 * speedup.centre) + " %";
  return factor_text(speedup) + ", " + of_ideal + (doubling_star(table, point) != nullptr ? " *" : "");
}

std::string digits(const std::optional<double>& value) {
  return value ? value_text(*value, Quantity::rate) : "";
}

std::string value_title(const Metric& metric) {
  if (metric.source == MetricSource::wall_time) return "wall s";
  return metric.unit == "s" ? "seconds" : metric.unit;
}

std::string rounds_suffix(const Report& report) {
  std::size_t most = 1;
  for (const auto& table : report.tables)
    for (const auto& point : table.points) most = std::max(most, point.runs.size());
  if (most > kMaxListed) return " (median, range)";
  return most > 1 ? " (median, all)" : "";
}

// What a table counts in cores may have any number of ranks.
std::string workers_title(const Report& report) {
  bool in_cores = true;
  for_each_point(report.tables,
                 [&](const auto&, const auto& point) { in_cores = in_cores && counts_cores(point); });
  return in_cores ? "cores" : "ranks";
}

std::vector<Column> columns_of(const Report& report) {
  const auto& head = report.head;
  const auto values = value_title(head.metric) + rounds_suffix(report);
  std::vector<Column> columns{
      {"rung", [](const auto&, const auto& p) { return p.rung; }},
      {workers_title(report), [](const auto&, const auto& p) { return count_text(p.shape.ranks); }},
      {"nodes", [](const auto&, const auto& p) { return count_text(p.shape.nodes); }},
      {values, [&head](const auto&, const auto& p) { return typical_text(p, head); }},
      {"speedup", [](const auto& t, const auto& p) { return shows_speedup(t) ? speedup_cell(p) : ""; }},
      {"efficiency", efficiency_cell},
      {"per doubling", doubling_cell},
      {"s/step", [&head](const auto& t, const auto& p) { return step_cell(head, t, p); }},
      {"time s", [](const auto&, const auto& p) { return digits(loop_seconds(p)); }}};
  for (const auto& metric : further_metrics(head))
    columns.push_back(
        {title_of(metric), [metric](const auto&, const auto& p) { return further_text(p, metric); }});
  const std::vector<Column> others{
      {"GPU %", [](const auto&, const auto& p) { return digits(gpu_usage_of(p).utilisation_percent); }},
      {"GPU peak MiB", [](const auto&, const auto& p) { return digits(gpu_usage_of(p).peak_memory_mib); }},
      {"GPU W", [](const auto&, const auto& p) { return digits(gpu_usage_of(p).power_w); }},
      {"not measured", [](const auto&, const auto& p) { return unmeasured_text(p); }}};
  columns.insert(columns.end(), others.begin(), others.end());
  return columns;
}

std::vector<std::string> axis_cells(const ScalingTable& table, const std::vector<std::string>& axes) {
  std::vector<std::string> cells;
  for (const auto& axis : axes) {
    const auto* value = find(table.axes, axis);
    cells.push_back(value == nullptr ? "-" : to_text(*value));
  }
  return cells;
}

using Tables = std::vector<const ScalingTable*>;

bool has_content(const Tables& tables, const Column& column) {
  return std::ranges::any_of(tables, [&](const auto* table) {
    return std::ranges::any_of(table->points,
                               [&](const auto& point) { return !column.cell(*table, point).empty(); });
  });
}

// Those of one kind of scaling: a row per rung.
TextTable table_cells(const Report& report, const Tables& tables) {
  auto columns = columns_of(report);
  // Nodes that nobody said are shown as unknown.
  std::erase_if(columns, [&](const Column& column) {
    return !has_content(tables, column) && !(report.head.imported && column.title == "nodes");
  });
  TextTable cells{.header = report.head.axes};
  for (const auto& column : columns) cells.header.push_back(column.title);
  for (const auto* table : tables)
    for (const auto& point : table->points) {
      auto& row = cells.rows.emplace_back(axis_cells(*table, report.head.axes));
      for (const auto& column : columns) {
        auto cell = column.cell(*table, point);
        row.push_back(cell.empty() && column.title != "not measured" ? "-" : std::move(cell));
      }
    }
  return cells;
}

}  // namespace

std::vector<document::Section> ladder_sections(const Report& report) {
  const auto& scalings = report.head.scalings;
  std::vector<document::Section> sections;
  for (const auto scaling : scalings) {
    Tables tables;
    for (const auto& table : report.tables)
      if (table.scaling == scaling) tables.push_back(&table);
    if (tables.empty()) continue;
    sections.push_back({.title = scalings.size() == 1 ? "" : ladder_title(report, scaling),
                        .table = document::table_of(table_cells(report, tables))});
  }
  return sections;
}

}  // namespace scalegen::report

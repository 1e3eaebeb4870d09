#include "analysis/report/sections.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/document/column.hpp"
#include "analysis/document/texts.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "analysis/scaling/time_of_work.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

using document::Cell;
using document::count_cell;

struct LadderRow {
  const ScalingTable& table;
  const ScalingPoint& point;
};

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

// The baseline's own star is that of its values.
bool has_star(const ScalingPoint& point) {
  return (point.is_baseline ? value_star(point) : speedup_star(point)) != nullptr;
}

// In weak scaling the time of the same work per rank: of a step.
std::string step_text(const ReportHead& head, const ScalingTable& table, const ScalingPoint& point) {
  if (table.scaling != Scaling::weak || head.metric.quantity == Quantity::time) return "";
  const auto time = verdict::time_of_work(point, head.metric, {.unit = Work::Unit::steps, .amount = 1});
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

Cell speedup_cell(const LadderRow& row) {
  const auto& point = row.point;
  if (!point.speedup || !shows_speedup(row.table)) return {};
  return {.text = point.is_baseline ? "1 (baseline)" : speedup_text(*point.speedup),
          .figure = point.speedup,
          .is_starred = has_star(point)};
}

Cell efficiency_cell(const LadderRow& row) {
  const auto& point = row.point;
  if (!point.efficiency) return {};
  const bool is_named = point.is_baseline && !shows_speedup(row.table);
  return {.text = is_named ? "100 % (baseline)" : efficiency_text(*point.efficiency),
          .figure = point.efficiency,
          .is_starred = has_star(point) && (is_named || !point.is_baseline)};
}

Cell doubling_cell(const LadderRow& row) {
  if (!row.point.doubling) return {};
  const auto& speedup = row.point.doubling->speedup;
  return {.text = fmt::format("{}, {} %", factor_text(speedup), three_digits(50 * speedup.centre)),
          .figure = speedup,
          .is_starred = doubling_star(row.table, row.point) != nullptr};
}

Cell digits(const std::optional<double>& value) {
  return {.text = value ? value_text(*value, Quantity::rate) : ""};
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
  return any_point(report.tables, [](const auto& point) { return !counts_cores(point); }) ? "ranks" : "cores";
}

document::Columns<LadderRow> columns_of(const Report& report) {
  const auto& head = report.head;
  document::Columns<LadderRow> columns;
  for (const auto& axis : head.axes)
    columns.push_back(
        {axis, [axis](const LadderRow& row) { return Cell{axis_text(row.table, axis)}; }, true});
  append(columns,
         {{"rung", [](const LadderRow& row) { return Cell{row.point.rung}; }},
          {workers_title(report), [](const LadderRow& row) { return count_cell(row.point.shape.ranks); }},
          // Nodes that nobody said are shown as unknown.
          {"nodes", [](const LadderRow& row) { return count_cell(row.point.shape.nodes); }, head.imported},
          {value_title(head.metric) + rounds_suffix(report),
           [&head](const LadderRow& row) { return Cell{typical_text(row.point, head)}; }},
          {"speedup", speedup_cell},
          {"efficiency", efficiency_cell},
          {"per doubling", doubling_cell},
          {"s/step", [&head](const LadderRow& row) { return Cell{step_text(head, row.table, row.point)}; }},
          {"time s", [](const LadderRow& row) { return digits(loop_seconds(row.point)); }}});
  for (const auto& metric : further_metrics(head))
    columns.push_back(
        {title_of(metric), [metric](const LadderRow& row) { return Cell{further_text(row.point, metric)}; }});
  append(
      columns,
      {{"GPU %", [](const LadderRow& row) { return digits(gpu_usage_of(row.point).utilisation_percent); }},
       {"GPU peak MiB", [](const LadderRow& row) { return digits(gpu_usage_of(row.point).peak_memory_mib); }},
       {"GPU W", [](const LadderRow& row) { return digits(gpu_usage_of(row.point).power_w); }},
       {"not measured", [](const LadderRow& row) { return Cell{unmeasured_text(row.point)}; }, false, ""}});
  return columns;
}

// Those of one kind of scaling: a row per rung.
document::Table ladder_table(const Report& report, Scaling scaling) {
  std::vector<LadderRow> rows;
  for_each_comparison(report.tables, [&](const auto& table, const auto& point) {
    if (table.scaling == scaling) rows.push_back({table, point});
  });
  return document::table_of(rows, columns_of(report));
}

}  // namespace

std::vector<document::Section> ladder_sections(const Report& report) {
  const auto& scalings = report.head.scalings;
  std::vector<document::Section> sections;
  for (const auto scaling : scalings) {
    auto table = ladder_table(report, scaling);
    if (table.rows.empty()) continue;
    sections.push_back(
        {.title = scalings.size() == 1 ? "" : ladder_title(report, scaling), .table = std::move(table)});
  }
  return sections;
}

}  // namespace scalegen::report

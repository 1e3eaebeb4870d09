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

constexpr std::size_t kTerminal = 80;   // columns of characters: the main table has no more
constexpr std::size_t kMaxListed = 12;  // values in a cell; JSON has them all
constexpr std::size_t kMostShown = 12;  // rows of many tables

// In the order of the rounds: a dash is a round without a value.
std::string all_or_range(const ScalingPoint& point, const ReportHead& head) {
  const auto values = values_of(point.runs);
  const auto quantity = head.metric.quantity;
  if (values.size() > kMaxListed) {
    const auto [least, most] = std::ranges::minmax_element(values);
    return fmt::format("{} to {} in {} {}s", value_text(*least, quantity), value_text(*most, quantity),
                       values.size(), word_for_round(head));
  }
  std::vector<std::string> all;
  for (const auto& run : point.runs)
    all.push_back(run.value ? value_text(*run.value, quantity) : document::kUnknown);
  return fmt::format("{}", fmt::join(all, " "));
}

std::string typical_text(const ScalingPoint& point, const ReportHead& head) {
  return point.typical ? value_text(point.typical->centre, head.metric.quantity) : "";
}

std::string rounds_text(const ScalingPoint& point, const ReportHead& head) {
  return point.runs.size() > 1 && point.typical ? all_or_range(point, head) : "";
}

// The baseline's own star is that of its values.
bool has_star(const LadderRow& row) {
  return (row.point.is_baseline ? value_star(row.point) : speedup_star(row.table, row.point)) != nullptr;
}

// In weak scaling the time of the same work per rank: of a step.
std::string step_text(const ReportHead& head, const ScalingTable& table, const ScalingPoint& point) {
  if (table.scaling != Scaling::weak || head.metric.quantity == Quantity::time) return "";
  const auto time =
      verdict::time_of_work(point, point.typical, head.metric, {.unit = Work::Unit::steps, .amount = 1});
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
          .is_starred = has_star(row)};
}

Cell efficiency_cell(const LadderRow& row) {
  const auto& point = row.point;
  if (!point.efficiency) return {};
  const bool is_named = point.is_baseline && !shows_speedup(row.table);
  return {.text = is_named ? "100 % (baseline)" : efficiency_text(*point.efficiency),
          .figure = point.efficiency,
          .is_starred = has_star(row) && (is_named || !point.is_baseline)};
}

// The share of the ideal 2.
Cell doubling_cell(const LadderRow& row) {
  if (!row.point.doubling) return {};
  const auto share = stats::scaled(row.point.doubling->speedup, 0.5);
  return {.text = three_digits(100 * share.centre) + " %",
          .figure = share,
          .is_starred = doubling_star(row.table, row.point) != nullptr};
}

// From the baseline to a rung of twice its size it is the efficiency.
bool says_more_than_efficiency(const Report& report) {
  bool says_more = false;
  for_each_comparison(report.tables, [&](const auto& table, const auto& point) {
    says_more = says_more ||
                (point.doubling && !(table.points[point.doubling->divided].is_baseline && point.efficiency));
  });
  return says_more;
}

Cell digits(const std::optional<double>& value) {
  return {.text = value ? value_text(*value, Quantity::rate) : ""};
}

std::string value_title(const Metric& metric) {
  if (metric.source == MetricSource::wall_time) return "wall s";
  return metric.unit == "s" ? "seconds" : metric.unit;
}

// What a table counts in cores may have any number of ranks.
std::string workers_title(const Report& report) {
  return any_point(report.tables, [](const auto& point) { return !counts_cores(point); }) ? "ranks" : "cores";
}

document::Columns<LadderRow> keys_of(const ReportHead& head) {
  document::Columns<LadderRow> columns;
  for (const auto& axis : head.axes)
    columns.push_back(
        {axis, [axis](const LadderRow& row) { return Cell{axis_text(row.table, axis)}; }, true});
  columns.push_back({"rung", [](const LadderRow& row) { return Cell{row.point.rung}; }});
  return columns;
}

// The first ones are in the main table.
document::Columns<LadderRow> ladder_columns(const Report& report) {
  const auto& head = report.head;
  auto columns = keys_of(head);
  append(columns, {{value_title(head.metric),
                    [&head](const LadderRow& row) { return Cell{typical_text(row.point, head)}; }, true},
                   {"speedup", speedup_cell},
                   {"efficiency", efficiency_cell}});
  if (says_more_than_efficiency(report)) columns.push_back({"per doubling", doubling_cell});
  columns.push_back(
      {"s/step", [&head](const LadderRow& row) { return Cell{step_text(head, row.table, row.point)}; }});
  for (const auto& metric : further_metrics(head))
    columns.push_back(
        {title_of(metric), [metric](const LadderRow& row) { return Cell{further_text(row.point, metric)}; }});
  append(
      columns,
      {{"GPU %", [](const LadderRow& row) { return digits(gpu_usage_of(row.point).utilisation_percent); }},
       {"GPU peak MiB", [](const LadderRow& row) { return digits(gpu_usage_of(row.point).peak_memory_mib); }},
       {"GPU W", [](const LadderRow& row) { return digits(gpu_usage_of(row.point).power_w); }}});
  return columns;
}

document::Columns<LadderRow> sizes_of(const Report& report) {
  const auto& head = report.head;
  auto columns = keys_of(head);
  append(columns,
         {{workers_title(report), [](const LadderRow& row) { return count_cell(row.point.shape.ranks); }},
          // Nodes that nobody said are shown as unknown.
          {"nodes", [](const LadderRow& row) { return count_cell(row.point.shape.nodes); }, head.imported},
          {"time s", [](const LadderRow& row) { return digits(loop_seconds(row.point)); }},
          {value_title(head.metric) + " of each " + word_for_round(head),
           [&head](const LadderRow& row) { return Cell{rounds_text(row.point, head)}; }}});
  return columns;
}

// "4gpu: failed: out of memory"
Texts unmeasured_lines(const std::vector<LadderRow>& rows) {
  Texts lines;
  for (const auto& row : rows)
    if (const auto why = unmeasured_text(row.point); !why.empty())
      lines.push_back(fmt::format("{}: {}", point_name(row.table, row.point.rung), why));
  return lines;
}

// Those of one kind of scaling: a row per rung.
std::vector<LadderRow> rows_of(const Report& report, Scaling scaling) {
  std::vector<LadderRow> rows;
  for_each_comparison(report.tables, [&](const auto& table, const auto& point) {
    if (table.scaling == scaling) rows.push_back({table, point});
  });
  return rows;
}

document::Table table_of(const Report& report, const std::vector<LadderRow>& rows,
                         const document::Columns<LadderRow>& columns) {
  auto table = document::table_of(rows, columns);
  table.keys = report.head.axes.size() + 1;
  std::fill_n(table.right_aligned.begin(), table.keys, false);
  return table;
}

}  // namespace

std::vector<document::Section> ladder_sections(const Report& report) {
  std::vector<document::Section> sections;
  for (const auto scaling : report.head.scalings) {
    const auto rows = rows_of(report, scaling);
    if (rows.empty()) continue;
    const bool is_only = report.head.scalings.size() == 1;
    const auto whose = is_only ? "" : ", " + to_text(scaling);
    const bool are_details = has_many_tables(report) && rows.size() > kMostShown;
    for (auto& part : document::narrowed(table_of(report, rows, ladder_columns(report)), kTerminal)) {
      const bool is_main =
          part.header.size() > part.keys && part.header[part.keys] == value_title(report.head.metric);
      part.is_detail = are_details;
      sections.push_back({.title = !is_main  ? "also measured" + whose
                                   : is_only ? ""
                                             : ladder_title(report, scaling),
                          .table = std::move(part)});
      if (is_main) sections.back().lines = unmeasured_lines(rows);
    }
    auto sizes = table_of(report, rows, sizes_of(report));
    sizes.is_detail = true;
    sections.push_back({.title = "sizes and runs" + whose, .table = std::move(sizes)});
  }
  return sections;
}

}  // namespace scalegen::report

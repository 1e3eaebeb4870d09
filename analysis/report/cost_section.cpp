#include "analysis/report/sections.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "analysis/cost/rung_cost.hpp"
#include "analysis/document/column.hpp"
#include "analysis/document/texts.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

struct Row {
  const ScalingTable* table = nullptr;
  const ScalingPoint* point = nullptr;
  RungCost cost{};
};

std::vector<Row> rows_of(const Report& report) {
  std::vector<Row> rows;
  for (const auto& table : report.tables) {
    const auto costs = rung_costs(table, report.head.metric);
    for (std::size_t k = 0; k < costs.size(); ++k)
      if (costs[k]) rows.push_back({&table, &table.points[k], *costs[k]});
  }
  return rows;
}

bool is_billed(const Report& report, const std::vector<Row>& rows) {
  return report.head.is_scheduled ||
         std::ranges::any_of(rows, [](const Row& row) { return row.cost.rate.gpu_hours > 0; });
}

std::string amount(double value) { return value_text(value, Quantity::rate); }

bool holds_gpus(const Row& row) { return row.cost.rate.gpu_hours > 0; }

// GPU-hours where the rung has GPUs, else core-hours.
double hourly(const Rate& rate) { return rate.gpu_hours > 0 ? rate.gpu_hours : rate.core_hours; }

using document::Cell;
using CellOfRow = std::function<Cell(const Row&)>;

CellOfRow hours_cell(std::optional<stats::Estimate> RungCost::*hours, Rate RungCost::*rate, bool on_gpus) {
  return [=](const Row& row) {
    const auto& value = row.cost.*hours;
    if (!value || holds_gpus(row) != on_gpus) return Cell{};
    return document::figure_cell(stats::scaled(*value, hourly(row.cost.*rate)), estimate_text);
  };
}

CellOfRow energy_cell(std::optional<stats::Estimate> RungCost::*kwh) {
  return [=](const Row& row) { return document::figure_cell(row.cost.*kwh, estimate_text); };
}

Cell units_cell(const Row& row) {
  const auto& rate = row.cost.billed;
  if (rate.unit.empty() || !row.cost.run_hours) return {};
  return document::figure_cell(stats::scaled(*row.cost.run_hours, rate.units), estimate_text);
}

Cell relative_cell(const Row& row) {
  if (!row.cost.relative) return {};
  const auto& point = *row.point;
  const auto* const star = point.is_baseline ? value_star(point) : speedup_star(*row.table, point);
  return {.text = point.is_baseline ? "1 (baseline)" : factor_text(*row.cost.relative),
          .figure = row.cost.relative,
          .is_starred = star != nullptr};
}

// The name of the site's unit, if rungs do not count in several.
std::string unit_of(const std::vector<Row>& rows) {
  std::string unit;
  for (const auto& row : rows) {
    if (!unit.empty() && !row.cost.billed.unit.empty() && row.cost.billed.unit != unit) return "units";
    if (unit.empty()) unit = row.cost.billed.unit;
  }
  return unit;
}

bool has_epochs(const std::vector<Row>& rows) {
  return std::ranges::any_of(rows, [](const Row& row) { return row.cost.epoch_hours.has_value(); });
}

document::Columns<Row> columns_of(const Report& report, const std::vector<Row>& rows) {
  const auto million = "million " + counted_things(report.head.metric);
  document::Columns<Row> columns{
      {"rung", [](const Row& row) { return Cell{.text = point_name(*row.table, row.point->rung)}; }},
      {"GPU-hours a run", hours_cell(&RungCost::run_hours, &RungCost::billed, true)},
      {"core-hours a run", hours_cell(&RungCost::run_hours, &RungCost::billed, false)},
      {unit_of(rows) + " a run", units_cell},
      {"for the same work", relative_cell}};
  const auto hours = has_epochs(rows) ? &RungCost::epoch_hours : &RungCost::million_hours;
  const auto of_what = has_epochs(rows) ? "an epoch" : "per " + million;
  columns.push_back({"GPU-hours " + of_what, hours_cell(hours, &RungCost::rate, true)});
  columns.push_back({"core-hours " + of_what, hours_cell(hours, &RungCost::rate, false)});
  columns.push_back({"GPU kWh per " + million, energy_cell(&RungCost::million_kwh)});
  columns.push_back({"GPU kWh a run", energy_cell(&RungCost::run_kwh)});
  return columns;
}

// Whole nodes are paid for, also by a rung that uses a part of them.
Texts allocated_lines(const std::vector<Row>& rows) {
  Texts texts;
  for (const auto& row : rows) {
    const auto used = row.point->shape.ranks.value_or(0);
    if (holds_gpus(row) && row.point->shape.device == DeviceKind::gpu && row.cost.billed.gpu_hours > used)
      texts.push_back(fmt::format("{} of {:g} GPUs by {}", used, row.cost.billed.gpu_hours,
                                  point_name(*row.table, row.point->rung)));
  }
  if (texts.empty()) return {};
  return {"used of what was allocated and paid for: " + join_truncated(texts)};
}

// Accuracies that differ say nothing of the price of reaching one.
Texts accuracy_lines(const Report& report, const std::vector<Row>& rows) {
  std::vector<double> reached;
  for (const auto& row : rows) {
    const auto of_rung = further_figure(*row.point, kAccuracy);
    if (!of_rung) return {};
    reached.push_back(*of_rung);
  }
  if (reached.empty() || report.head.scalings != std::vector{Scaling::strong}) return {};
  const auto [least, most] = std::ranges::minmax_element(reached);
  const auto range =
      *least == *most ? fmt::format("{:.3g}", *least) : fmt::format("{:.3g} to {:.3g}", *least, *most);
  if (*most - *least > kAlikeAccuracies)
    return {fmt::format("runs reach accuracies of {}: their costs are not those of the same result", range)};
  return {fmt::format("each run reaches an accuracy of {}: its cost is that of reaching it", range)};
}

// The units of all runs that have ended, whatever became of them.
Texts sum_lines(const Report& report) {
  Rate sum;
  int runs = 0;
  for_each_point(report.tables, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) {
      if (!point.billed || !run.held_seconds) continue;
      const double hours = *run.held_seconds / 3600;
      (point.billed->gpu_hours > 0 ? sum.gpu_hours : sum.core_hours) += hours * hourly(*point.billed);
      ++runs;
    }
  });
  if (runs == 0) return {};
  Texts amounts;
  if (sum.gpu_hours > 0) amounts.push_back(amount(sum.gpu_hours) + " GPU-hours");
  if (sum.core_hours > 0) amounts.push_back(amount(sum.core_hours) + " core-hours");
  return {fmt::format("all {} together: {}", counted(runs, "run"),
                      fmt::format("{}", fmt::join(amounts, " and ")))};
}

Texts basis_lines(const Report& report, const Texts& header) {
  const auto has = [&](std::string_view part) {
    return std::ranges::any_of(
        header, [&](const std::string& title) { return title.find(part) != std::string::npos; });
  };
  Texts texts;
  if (has("hours a run")) texts.emplace_back("a run: its allocation from start to end");
  if (has("an epoch") || has("per million")) texts.emplace_back("epochs, samples: measured steps alone");
  Texts lines;
  if (!texts.empty()) lines.push_back(fmt::format("{}", fmt::join(texts, "; ")));
  if (report.head.shares_nodes)
    lines.emplace_back(
        "each run is priced as a job of its own: the allocation that all share held its nodes all along");
  return lines;
}

}  // namespace

document::Section cost_section(const Report& report) {
  const auto rows = rows_of(report);
  if (rows.empty() || !is_billed(report, rows)) return {};
  document::Section section{.title = "cost (medians of the completed runs)",
                            .table = document::table_of(rows, columns_of(report, rows))};
  section.table.is_detail = has_many_tables(report);
  append(section.lines, accuracy_lines(report, rows));
  append(section.lines, allocated_lines(rows));
  append(section.lines, sum_lines(report));
  append(section.details, basis_lines(report, section.table.header));
  return section;
}

}  // namespace scalegen::report

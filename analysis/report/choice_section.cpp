#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/document/texts.hpp"
#include "analysis/report/json_values.hpp"
#include "analysis/report/sections.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "core/plan_file.hpp"

namespace scalegen::report {
namespace {

using document::Cell;
using document::Table;

constexpr std::size_t kMostCombinations = 50;
constexpr std::size_t kMostWithoutHeat = 12;  // combinations: more that chance may have made are a detail

// Of a column whose fastest cell is told from another: the worst is 0, the best 1.
void add_heat(const Report& report, const verdict::Choice& choice, Table& table, std::size_t column) {
  if (std::ranges::none_of(choice.others, verdict::is_told)) return;
  const auto value_in = [&](std::size_t t) -> std::optional<double> {
    const auto* const point = verdict::measured_point(report.tables[t], choice.rung);
    const bool is_here =
        point != nullptr && report.tables[t].scaling == report.tables[choice.fastest].scaling;
    return is_here ? std::optional(point->typical->centre) : std::nullopt;
  };
  const double best = *value_in(choice.fastest);
  double worst = best;
  for (const auto& other : choice.others)
    if (const double value = *value_in(other.table); std::abs(value - best) > std::abs(worst - best))
      worst = value;
  for (std::size_t t = 0; t < table.rows.size(); ++t)
    if (const auto value = value_in(t))
      table.rows[t][column].heat = std::clamp((*value - worst) / (best - worst), 0.0, 1.0);
}

Cell value_cell(const ScalingTable& table, const std::string& rung, Quantity quantity) {
  const auto* const point = verdict::measured_point(table, rung);
  if (point == nullptr) return {.text = document::kUnknown};
  return {.text = value_text(point->typical->centre, quantity), .is_starred = value_star(*point) != nullptr};
}

}  // namespace

Json choices_json(const Report& report) {
  Json json = Json::array();
  for (const auto& choice : report.choices) {
    const auto& table = report.tables[choice.fastest];
    Json one{
        {"rung", choice.rung}, {"scaling", to_text(table.scaling)}, {"fastest", settings_json(table.axes)}};
    one["others"] = Json::array();
    for (const auto& other : choice.others)
      one["others"].push_back({{"axes", settings_json(report.tables[other.table].axes)},
                               {"times", estimate_json(other.times)},
                               {"p_in_report", other.p_in_report}});
    if (!choice.starred.empty()) one["starred"] = choice.starred.size();
    json.push_back(std::move(one));
  }
  return json;
}

document::Section choice_section(const Report& report) {
  const auto& head = report.head;
  Texts rungs;
  for_each_comparison(report.tables, [&](const auto&, const auto& point) {
    if (point.typical) add_once(rungs, point.rung);
  });
  if (head.axes.empty() || !has_many_tables(report) || rungs.empty()) return {};
  Table table{.header = head.axes};
  const bool has_ladders = head.scalings.size() > 1;
  if (has_ladders) table.header.insert(table.header.begin(), "scaling");
  table.keys = table.header.size();
  append(table.header, rungs);
  for (const auto& one : report.tables) {
    if (table.rows.size() == kMostCombinations) break;
    auto& cells = table.rows.emplace_back();
    if (has_ladders) cells.push_back({to_text(one.scaling)});
    for (const auto& axis : head.axes) cells.push_back({axis_text(one, axis)});
    for (const auto& rung : rungs) cells.push_back(value_cell(one, rung, head.metric.quantity));
  }
  for (const auto& choice : report.choices)
    add_heat(report, choice, table,
             table.keys + static_cast<std::size_t>(std::ranges::find(rungs, choice.rung) - rungs.begin()));
  const auto has_heat = [](const auto& row) {
    return std::ranges::any_of(row, [](const auto& cell) { return cell.heat.has_value(); });
  };
  table.is_detail = report.tables.size() > kMostWithoutHeat && std::ranges::none_of(table.rows, has_heat);
  table.right_aligned.assign(table.keys, false);
  table.right_aligned.resize(table.header.size(), true);
  document::Section section{
      .title = fmt::format("{} by {} and rung", head.metric.unit, fmt::join(head.axes, ", ")),
      .table = std::move(table)};
  if (report.tables.size() > kMostCombinations)
    section.lines.push_back(
        fmt::format("and {} more; JSON has all", report.tables.size() - kMostCombinations));
  return section;
}

}  // namespace scalegen::report

#include "analysis/report/sections.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/cost/campaign_cost.hpp"
#include "analysis/document/column.hpp"
#include "analysis/document/texts.hpp"
#include "analysis/report/json_values.hpp"
#include "analysis/scaling/figure_text.hpp"

namespace scalegen::report {
namespace {

using document::Cell;
using Amount = std::optional<stats::Estimate> CampaignCost::*;

struct CampaignRow {
  const ScalingTable* table = nullptr;
  CampaignCost cost{};
};

// Two ladders say the same of a rung that they share, and of a size that neither has.
bool is_said(const std::vector<CampaignRow>& rows, const ScalingTable& table, const CampaignCost& cost) {
  return std::ranges::any_of(rows, [&](const CampaignRow& row) {
    const bool is_same_line = row.cost.line == cost.line && row.table->axes == table.axes;
    if (!is_same_line || !cost.run_hours) return is_same_line && row.cost.not_known == cost.not_known;
    return row.cost.run_hours && table.points[cost.point].is_shared &&
           row.table->points[row.cost.point].is_shared;
  });
}

std::vector<CampaignRow> campaign_rows(const Report& report) {
  std::vector<CampaignRow> rows;
  if (report.head.campaign.empty()) return rows;
  for (const auto& table : report.tables) {
    const auto before = rows;
    for (auto& cost : campaign_costs(report.head.campaign, table, report.head.metric))
      if (is_of_ladder(cost.line, table.scaling) && !is_said(before, table, cost))
        rows.push_back({&table, std::move(cost)});
  }
  return rows;
}

const ScalingPoint* rung_of(const CampaignRow& row) {
  return row.cost.run_hours ? &row.table->points[row.cost.point] : nullptr;
}

Cell rung_cell(const CampaignRow& row) {
  const auto* const rung = rung_of(row);
  if (rung != nullptr)
    return {.text = point_name(*row.table, rung->rung), .is_starred = value_star(*rung) != nullptr};
  const auto size = to_text(row.cost.line.size);
  return {.text = row.cost.line.scaling ? point_name(*row.table, size) : size};
}

struct AmountColumn {
  std::string title{};
  Amount amount{};
};

// A site's unit, if lines do not count in several. Cores have no price where GPUs have one.
std::vector<AmountColumn> amount_columns(const std::vector<CampaignRow>& rows) {
  std::string unit;
  for (const auto& row : rows)
    if (!row.cost.unit.empty()) unit = unit.empty() || unit == row.cost.unit ? row.cost.unit : "units";
  std::vector<AmountColumn> columns{{"hours a run", &CampaignCost::run_hours},
                                    {"node-hours", &CampaignCost::node_hours},
                                    {"GPU-hours", &CampaignCost::gpu_hours},
                                    {"core-hours", &CampaignCost::core_hours},
                                    {unit, &CampaignCost::units}};
  if (std::ranges::any_of(rows, [](const CampaignRow& row) { return row.cost.gpu_hours.has_value(); }))
    std::erase_if(columns, [](const auto& column) { return column.amount == &CampaignCost::core_hours; });
  return columns;
}

// True if each line has one row.
bool are_all_lines(const std::vector<CampaignRow>& rows, const std::vector<CampaignLine>& campaign) {
  return rows.size() == campaign.size() && std::ranges::all_of(campaign, [&](const auto& line) {
           return std::ranges::any_of(rows, [&](const CampaignRow& row) { return row.cost.line == line; });
         });
}

// A sum over prices of the same line would be one of alternatives. Where nothing is known the column is gone.
void add_sum(const Report& report, const std::vector<CampaignRow>& rows, document::Table& table) {
  if (rows.size() < 2 || !are_all_lines(rows, report.head.campaign)) return;
  std::vector<Cell> line(table.header.size());
  line.front().text = "all";
  bool any = false;
  for (const auto& [title, amount] : amount_columns(rows)) {
    const auto at = std::ranges::find(table.header, title) - table.header.begin();
    if (at == std::ssize(table.header) || amount == &CampaignCost::run_hours || title == "units") continue;
    std::vector<std::optional<stats::Estimate>> amounts;
    for (const auto& row : rows) amounts.push_back(row.cost.*amount);
    const auto sum = sum_of(amounts);
    any = any || sum;
    line[static_cast<std::size_t>(at)] = document::figure_cell(sum, estimate_text);
  }
  if (any) table.rows.push_back(std::move(line));
}

document::Table campaign_table(const Report& report, const std::vector<CampaignRow>& rows) {
  document::Columns<CampaignRow> columns{
      {"run", [](const auto& row) { return Cell{.text = row.cost.line.run}; }},
      {"runs", [](const auto& row) { return Cell{.text = std::to_string(row.cost.line.runs)}; }},
      {"rung", rung_cell},
      {"a run", [](const auto& row) { return Cell{.text = work_text(row.cost.line)}; }}};
  for (const auto& [title, amount] : amount_columns(rows))
    columns.push_back({title, [amount = amount](const CampaignRow& row) {
                         return document::figure_cell(row.cost.*amount, estimate_text);
                       }});
  auto table = document::table_of(rows, columns);
  add_sum(report, rows, table);
  return table;
}

Texts lines_of(const std::vector<CampaignRow>& rows) {
  Texts lines;
  bool any = false;
  for (const auto& row : rows) {
    const auto& cost = row.cost;
    any = any || cost.run_hours;
    if (!cost.not_known.empty())
      add_once(lines, fmt::format("no figure for {}: {}", cost.line.run, cost.not_known));
    if (cost.mean_over_median.value_or(1) > kManyStalls)
      add_once(lines,
               fmt::format(
                   "warning: some steps of {} stall: their mean, which costs, is {:.2f} times their median",
                   point_name(*row.table, rung_of(row)->rung), *cost.mean_over_median));
  }
  if (any)
    lines.emplace_back(
        "runs x nodes x work x its mean time in the measured steps; start-up and evaluation come on top");
  return lines;
}

Json amounts_json(const CampaignRow& row) {
  const auto& cost = row.cost;
  Json json{{"run", cost.line.run}, {"runs", cost.line.runs}, {to_text(cost.line.unit), cost.line.amount}};
  json["size"] = to_text(cost.line.size);
  put_text(json, "not_known", cost.not_known);
  if (const auto* const rung = rung_of(row)) {
    json["rung"] = rung->rung;
    if (row.table->is_one_of_two) json["scaling"] = to_text(row.table->scaling);
  }
  put(json, "hours_a_run", cost.run_hours);
  for (const auto& [name, amount] : kCampaignAmounts) put(json, name, cost.*amount);
  put_text(json, "unit", cost.unit);
  put(json, "mean_over_median_step", cost.mean_over_median);
  return json;
}

}  // namespace

document::Section campaign_section(const Report& report) {
  const auto rows = campaign_rows(report);
  if (rows.empty()) return {};
  return {.title = "campaign", .table = campaign_table(report, rows), .lines = lines_of(rows)};
}

Json campaign_costs_json(const Report& report) {
  Json json = Json::array();
  for (const auto& row : campaign_rows(report)) json.push_back(amounts_json(row));
  return json.empty() ? Json() : json;
}

}  // namespace scalegen::report

#include <algorithm>
#include <cmath>

#include "analysis/panels/part_kinds.hpp"
#include "analysis/panels/parts.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "analysis/scaling/time_of_work.hpp"
#include "core/text.hpp"

namespace scalegen::panels {
using document::Cell;
using document::Columns;
using document::count_cell;
using document::figure_cell;
using document::Table;

namespace {

using report::Report;
using Amount = std::optional<stats::Estimate>;

struct CampaignRow {
  const Report& report;
  PricedLine line{};
};

bool has_star(const CampaignRow& row) {
  return row.line.rung != nullptr && value_star(*row.line.rung) != nullptr;
}

Cell amount_cell(const CampaignRow& row, const Amount& amount) {
  return figure_cell(amount, estimate_text, has_star(row));
}

Amount step_seconds(const CampaignRow& row) {
  if (row.line.rung == nullptr) return std::nullopt;
  const auto seconds = verdict::time_of_work(*row.line.rung, row.line.rung->mean, row.report.head.metric,
                                             {.unit = Work::Unit::steps, .amount = 1});
  return seconds ? std::optional(*seconds) : std::nullopt;
}

// Of each run; where the campaign counts samples or epochs, as many as they take.
Cell steps_cell(const CampaignRow& row) {
  constexpr double kSecondsOfHour = 3600;
  if (row.line.cost.line.unit == CampaignLine::Unit::steps)
    return {.text = fmt::format("{:.0f}", row.line.cost.line.amount)};
  const auto seconds = step_seconds(row);
  if (!seconds || !row.line.cost.run_hours) return {};
  return {.text = fmt::format(
              "{:.0f}", std::round(row.line.cost.run_hours->centre * kSecondsOfHour / seconds->centre))};
}

Cell rung_cell(const CampaignRow& row) {
  if (row.line.rung == nullptr) return {.text = to_text(row.line.cost.line.size)};
  return {.text = row.line.rung->rung, .is_starred = has_star(row)};
}

Columns<CampaignRow> campaign_columns() {
  Columns<CampaignRow> all{
      {"run", [](const auto& row) { return Cell{.text = row.line.cost.line.run}; }},
      {"program", [](const auto& row) { return Cell{.text = program_of(row.report)}; }},
      {"runs", [](const auto& row) { return count_cell(std::optional(row.line.cost.line.runs)); }},
      {"rung", rung_cell},
      {"nodes", [](const auto& row) { return count_cell(row.line.cost.nodes); }},
      {"work", [](const auto& row) { return Cell{.text = work_text(row.line.cost.line)}; }},
      {"steps", steps_cell},
      {"step_seconds", [](const auto& row) { return amount_cell(row, step_seconds(row)); }},
      {"run_hours", [](const auto& row) { return amount_cell(row, row.line.cost.run_hours); }}};
  for (const auto& [name, amount] : kCampaignAmounts)
    all.push_back(
        {name, [amount = amount](const auto& row) { return amount_cell(row, row.line.cost.*amount); }});
  return all;
}

Amount summed(const std::vector<CampaignRow>& rows, const std::string& column) {
  const auto found = std::ranges::find(kCampaignAmounts, column, &CampaignAmount::name);
  if (found == kCampaignAmounts.end()) return std::nullopt;
  std::vector<Amount> amounts;
  for (const auto& row : rows) amounts.push_back(row.line.cost.*found->amount);
  return sum_of(amounts);
}

// Empty if no sum is known.
std::vector<Cell> sum_row(const PanelTable& panel, const std::vector<CampaignRow>& rows) {
  std::vector<Cell> cells;
  const bool any_star = std::ranges::any_of(rows, has_star);
  for (const auto& column : panel.columns)
    cells.push_back(figure_cell(summed(rows, column.name), estimate_text, any_star));
  if (std::ranges::none_of(cells, [](const Cell& cell) { return cell.figure.has_value(); })) return {};
  if (cells.front().text.empty()) cells.front().text = "all";
  return cells;
}

// Rungs on CPUs have no GPUs.
PanelTable without_gpu_hours_of_none(PanelTable panel, const std::vector<CampaignRow>& rows) {
  if (std::ranges::none_of(rows, [](const auto& row) { return row.line.cost.gpu_hours.has_value(); }))
    std::erase_if(panel.columns, [](const auto& column) { return column.name == "gpu_hours"; });
  return panel;
}

std::string price_note(const Metric& metric) {
  switch (metric.source) {
    case MetricSource::event_lines:
      return "Hours are runs x nodes x steps x the mean time of a measured step; start-up and evaluation "
             "come on top.";
    case MetricSource::wall_time:
      return "Hours are runs x nodes x the time of the work at the speed of the whole command, start-up "
             "included.";
    case MetricSource::printed:
      return "Hours are runs x nodes x the time of the work by the figures that the program prints; what "
             "they leave out comes on top.";
    case MetricSource::table:
      return "Hours are runs x nodes x the time of the work by the figures of the table.";
  }
  return "";
}

std::string rungs_note(const std::vector<CampaignRow>& rows) {
  std::vector<std::string> priced;
  for (const auto& row : rows)
    if (const auto& line = row.line; line.rung != nullptr)
      priced.push_back(
          fmt::format("{} for '{}'", point_name(*line.table, line.rung->rung), line.cost.line.run));
  return priced.empty() ? "" : fmt::format("Measured at their size: {}.", join_truncated(priced));
}

std::vector<std::string> notes_of(const std::vector<CampaignRow>& rows) {
  std::vector<std::string> notes;
  if (const auto rungs = rungs_note(rows); !rungs.empty())
    notes = {price_note(rows.front().report.head.metric), rungs};
  if (std::ranges::any_of(rows, has_star)) notes.emplace_back(kStarNote);
  if (std::ranges::any_of(rows, [](const auto& row) { return row.line.rung == nullptr; }))
    notes.emplace_back("A line without figures has a size that was not measured.");
  for (const auto& row : rows) {
    if (row.line.cost.mean_over_median.value_or(1) > kManyStalls)
      notes.push_back(
          fmt::format("Some steps of {} stall: their mean, which costs, is {:.2f} times their median.",
                      row.line.rung->rung, *row.line.cost.mean_over_median));
  }
  return notes;
}

PricedLine priced_on_advised(CampaignCost cost, const Report& report, std::size_t t) {
  const auto& table = report.tables[t];
  const auto& verdict = report.verdicts[t];
  std::string planned;
  if (cost.run_hours && verdict.advised && verdict.rungs[cost.point].judgement != verdict::Judgement::met &&
      table.points[cost.point].shape.device == table.points[*verdict.advised].shape.device) {
    planned = to_text(cost.line.size);
    cost.line.size = {.rung = table.points[*verdict.advised].rung};
    cost = campaign_costs({cost.line}, table, report.head.metric).front();
  }
  const auto* const rung = cost.run_hours ? &table.points[cost.point] : nullptr;
  return {std::move(cost), rung, &table, std::move(planned)};
}

}  // namespace

std::vector<PricedLine> priced_campaign(const Report& report) {
  std::vector<PricedLine> lines;
  for (std::size_t t = 0; t < report.tables.size(); ++t) {
    auto costs = campaign_costs(report.head.campaign, report.tables[t], report.head.metric);
    lines.resize(costs.size());
    for (std::size_t i = 0; i < costs.size(); ++i)
      if (lines[i].rung == nullptr && (t == 0 || costs[i].run_hours))
        lines[i] = priced_on_advised(std::move(costs[i]), report, t);
  }
  return lines;
}

std::vector<std::string> campaign_column_names() { return names_of(campaign_columns()); }

Table campaign_table(const PanelTable& wanted, const Report& report) {
  std::vector<CampaignRow> rows;
  for (auto& line : priced_campaign(report)) rows.push_back({report, std::move(line)});
  const auto panel = without_gpu_hours_of_none(wanted, rows);
  auto table = panel_table(panel, rows, campaign_columns(), report);
  table.notes = notes_of(rows);
  if (auto sums = sum_row(panel, rows); rows.size() > 1 && !sums.empty())
    table.rows.push_back(std::move(sums));
  return table;
}

}  // namespace scalegen::panels

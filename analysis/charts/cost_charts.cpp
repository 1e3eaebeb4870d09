#include "analysis/charts/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/charts/ladder_lines.hpp"
#include "analysis/cost/rung_cost.hpp"

namespace scalegen::charts {
namespace {

using report::Report;
using Amount = std::optional<stats::Estimate> RungCost::*;

/// Of a table together: a rung's are divided by the baseline's.
using CostsOfTables = std::map<const ScalingTable*, std::vector<std::optional<RungCost>>>;

Chart cost_chart_of(const Report& report, const CostsOfTables& costs, Amount amount, Chart chart) {
  chart.x = size_axis(report.tables);
  add_ladder_lines(chart, report.tables, {[&](const auto& table, const auto& point) -> std::optional<Mark> {
                     const auto k = static_cast<std::size_t>(&point - table.points.data());
                     const auto& cost = costs.at(&table)[k];
                     return cost ? mark_of((*cost).*amount, speedup_star(table, point)) : std::nullopt;
                   }});
  return chart;
}

}  // namespace

std::vector<Chart> cost_charts(const Report& report) {
  std::vector<Chart> charts;
  CostsOfTables costs;
  for (const auto& table : report.tables) costs[&table] = rung_costs(table, report.head.metric);
  const auto things = counted_things(report.head.metric);
  const Chart price{.id = "price",
                    .title = "Price of equal work",
                    .says = "What equal work costs on each rung, as a multiple of the baseline's price.",
                    .y = {.label = "times the price of " + name_of_baseline(report.head), .from_zero = true}};
  const Chart energy{.id = "energy",
                     .title = "Energy of the GPUs",
                     .says = "The energy that all GPUs of a rung take for a million of what is counted.",
                     .y = {.label = fmt::format("kWh per million {}", things), .from_zero = true}};
  if (report.head.is_scheduled) charts.push_back(cost_chart_of(report, costs, &RungCost::relative, price));
  if (!things.empty()) charts.push_back(cost_chart_of(report, costs, &RungCost::million_kwh, energy));
  std::erase_if(charts, [](const Chart& chart) { return !has_line_of(2, chart); });
  return charts;
}

}  // namespace scalegen::charts

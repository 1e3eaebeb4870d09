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

// The costs of a table are computed together: a rung's are divided by the baseline's.
class CostsOfTables {
 public:
  explicit CostsOfTables(const Report& report) : metric_(report.head.metric) {
    for (const auto& table : report.tables) costs_[&table] = rung_costs(table, metric_);
  }

  [[nodiscard]] std::optional<stats::Estimate> amount(const ScalingTable& table, const ScalingPoint& point,
                                                      Amount amount) const {
    const auto k = static_cast<std::size_t>(&point - table.points.data());
    const auto& cost = costs_.at(&table)[k];
    return cost ? (*cost).*amount : std::nullopt;
  }

 private:
  Metric metric_{};
  std::map<const ScalingTable*, std::vector<std::optional<RungCost>>> costs_{};
};

std::vector<double> no_single_runs(const ScalingTable&, std::size_t) { return {}; }

Chart chart_of(const Report& report, Scaling scaling, const CostsOfTables& costs, Amount amount,
               Chart chart) {
  const auto tables = tables_of(report, scaling);
  if (report.head.scalings.size() > 1) {
    chart.id += "-" + to_text(scaling);
    chart.title += ", " + to_text(scaling) + " scaling";
  }
  chart.x = size_axis(tables, Scale::binary);
  const ValueOfPoint value = [&](const auto& table, const auto& point) {
    return mark_of(costs.amount(table, point, amount), speedup_star(point));
  };
  add_ladder_lines(chart, tables, value, no_single_runs);
  return chart;
}

bool is_line(const Chart& chart) {
  return std::ranges::any_of(chart.series, [](const Series& series) { return series.marks.size() > 1; });
}

}  // namespace

std::vector<Chart> cost_charts(const Report& report) {
  std::vector<Chart> charts;
  const CostsOfTables costs(report);
  const auto things = counted_things(report.head.metric);
  for (const auto scaling : report.head.scalings) {
    const bool is_billed = report.head.is_scheduled;
    const Chart price{.id = "price",
                      .title = "Price of equal work",
                      .says = "What equal work costs on each rung, as a multiple of the baseline's price.",
                      .y = {.label = "times the baseline's price", .from_zero = true}};
    const Chart energy{.id = "energy",
                       .title = "Energy of the GPUs",
                       .says = "The energy that all GPUs of a rung take for a million of what is counted.",
                       .y = {.label = fmt::format("kWh per million {}", things), .from_zero = true}};
    if (is_billed) charts.push_back(chart_of(report, scaling, costs, &RungCost::relative, price));
    if (!things.empty()) charts.push_back(chart_of(report, scaling, costs, &RungCost::million_kwh, energy));
  }
  std::erase_if(charts, [](const Chart& chart) { return !is_line(chart); });
  return charts;
}

}  // namespace scalegen::charts

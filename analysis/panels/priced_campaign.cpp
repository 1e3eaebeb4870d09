#include "analysis/panels/priced_campaign.hpp"

namespace scalegen::panels {

std::vector<PricedLine> priced_campaign(const report::Report& report) {
  std::vector<PricedLine> lines;
  for (const auto& table : report.tables) {
    auto costs = campaign_costs(report.head.campaign, table, report.head.metric);
    lines.resize(costs.size());
    for (std::size_t i = 0; i < costs.size(); ++i) {
      const bool is_first = &table == &report.tables.front();
      if (lines[i].rung != nullptr || (!is_first && !costs[i].run_hours)) continue;
      const auto* const rung = costs[i].run_hours ? &table.points[costs[i].point] : nullptr;
      lines[i] = {std::move(costs[i]), rung, &table};
    }
  }
  return lines;
}

}  // namespace scalegen::panels

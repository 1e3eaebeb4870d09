#include "analysis/panels/priced_campaign.hpp"

namespace scalegen::panels {
namespace {

PricedLine priced_on_advised(CampaignCost cost, const report::Report& report, std::size_t t) {
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

std::vector<PricedLine> priced_campaign(const report::Report& report) {
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

}  // namespace scalegen::panels

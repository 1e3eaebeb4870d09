#pragma once
#include <vector>

#include "analysis/cost/campaign_cost.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

/// A line of the campaign with its price.
struct PricedLine {
  CampaignCost cost{};
  const ScalingPoint* rung = nullptr;   // that it is priced by; null: no figure
  const ScalingTable* table = nullptr;  // of that rung
  std::string planned{};                // the size that the campaign has, if that rung is another
};

/// Each line by the first ladder that has a figure for it, else with the first one's reason why there is
/// none. A line on a rung that is not shown to meet the rule has the price on the advised rung: a proposal
/// asks for what it prices.
std::vector<PricedLine> priced_campaign(const report::Report& report);

}  // namespace scalegen::panels

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
};

/// Each line by the first ladder that has a figure for it, else with the first one's reason why there is
/// none.
std::vector<PricedLine> priced_campaign(const report::Report& report);

}  // namespace scalegen::panels

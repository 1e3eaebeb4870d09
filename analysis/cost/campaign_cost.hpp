#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "analysis/scaling/speedup.hpp"
#include "core/campaign_line.hpp"

namespace scalegen {

/// The price of a line of a campaign, from a measured rung of its size. Amounts are of all its runs, without
/// their start-up and evaluation: runs x nodes x steps x seconds of a step.
struct CampaignCost {
  CampaignLine line{};
  std::size_t point = 0;  // the rung, if there is a figure
  std::optional<double> nodes{};
  std::optional<stats::Estimate> run_hours{};  // of one run
  std::optional<stats::Estimate> node_hours{};
  std::optional<stats::Estimate> gpu_hours{};
  std::optional<stats::Estimate> core_hours{};
  std::optional<stats::Estimate> units{};
  std::string unit{};                        // of the site
  std::optional<double> mean_over_median{};  // of the steps of a run; much above 1 if some stall
  std::string not_known{};                   // why there is no figure
  bool operator==(const CampaignCost&) const = default;
};

/// An amount that lines have in common, and can be summed, by its name in JSON and panels.
struct CampaignAmount {
  const char* name = nullptr;
  std::optional<stats::Estimate> CampaignCost::*amount = nullptr;
};

inline constexpr std::array<CampaignAmount, 4> kCampaignAmounts{{{"node_hours", &CampaignCost::node_hours},
                                                                 {"gpu_hours", &CampaignCost::gpu_hours},
                                                                 {"core_hours", &CampaignCost::core_hours},
                                                                 {"units", &CampaignCost::units}}};

/// One for each line, in its order, from the rungs of a table.
std::vector<CampaignCost> campaign_costs(const std::vector<CampaignLine>& campaign, const ScalingTable& table,
                                         const Metric& metric);

/// The mean counts, since stalls cost; above this its distance from the median is worth a warning.
inline constexpr double kManyStalls = 1.05;

/// The sum of amounts of several lines. Its interval is from the sum of the low ends to that of the high
/// ones: lines that rest on the same rung are wrong together. Nullopt unless each is known.
std::optional<stats::Estimate> sum_of(const std::vector<std::optional<stats::Estimate>>& amounts);

}  // namespace scalegen

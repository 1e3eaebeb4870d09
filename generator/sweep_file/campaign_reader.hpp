#pragma once
#include <vector>

#include "core/campaign_line.hpp"
#include "core/map_reader.hpp"

namespace scalegen {

/// Reads `campaign:`, the production runs that the report gives a price for.
std::vector<CampaignLine> read_campaign(MapReader& reader, const std::vector<Scaling>& scalings);

}  // namespace scalegen

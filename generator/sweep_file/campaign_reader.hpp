#pragma once
#include <vector>

#include "core/map_reader.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// Reads `campaign:`, the production runs that the report gives a price for.
std::vector<GivenCampaignLine> read_campaign(MapReader& reader, const std::vector<Scaling>& scalings);

}  // namespace scalegen

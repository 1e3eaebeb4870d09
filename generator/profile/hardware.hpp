#pragma once
#include "core/map_reader.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen {

/// Reads the group `hardware`: the partitions.
void read_hardware(MapReader& group, Profile& profile);

}  // namespace scalegen

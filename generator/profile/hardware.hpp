#pragma once
#include "generator/profile/profile.hpp"
#include "generator/sweep_file/map_reader.hpp"

namespace scalegen {

/// Reads the group `hardware`: the partitions.
void read_hardware(MapReader& group, Profile& profile);

}  // namespace scalegen

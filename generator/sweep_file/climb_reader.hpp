#pragma once
#include "core/map_reader.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// Reads `climb: {while: CONDITION}`. Refuses a condition that can end no climb, or lets none begin.
void read_climb(MapReader& reader, SweepFile& sweep);

}  // namespace scalegen

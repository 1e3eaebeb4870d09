#pragma once
#include "core/map_reader.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// Reads `repeats:`, a number of rounds or {until: 3 %, at_most: 12}, and `climb: {while: ...}`.
void read_stopping_rules(MapReader& reader, SweepFile& sweep);

}  // namespace scalegen

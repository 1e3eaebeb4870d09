#pragma once
#include <string>
#include <vector>

#include "generator/read/map_reader.hpp"

namespace scalegen {

/// The rungs of a sweep file: `scales:`, or the lists `nodes:` and `gpus_per_node:`. None for `auto`.
std::vector<Placed<std::string>> read_rungs(MapReader& reader, const YamlNode& root, Diagnostics& errors);

}  // namespace scalegen

#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "generator/sweep_file/map_reader.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// The rungs of a sweep file: `scales:`, or the lists `nodes:` and `gpus_per_node:`. None for `auto`.
std::vector<Located<std::string>> read_rungs(MapReader& reader, const YamlNode& root, Diagnostics& errors);

/// Reads a sweep file; `file` is its name in messages. An error only where it is not YAML or no map: all
/// other mistakes are kept in the result, so that plan_sweep reports them together with those that it finds.
Result<SweepFile> read_sweep(std::string file, std::string text);

}  // namespace scalegen

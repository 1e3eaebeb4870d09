#pragma once
#include "generator/read/map_reader.hpp"
#include "generator/read/sweep_file.hpp"

namespace scalegen {

/// Reads what is run: exactly one of `workload:`, `command:`, `torchrun:`, `python:`.
void read_program(MapReader& reader, const YamlNode& root, SweepFile& sweep, Diagnostics& errors);

}  // namespace scalegen

#pragma once
#include <vector>

#include "core/plan.hpp"
#include "generator/sweep_file/map_reader.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// Reads what is run: exactly one of `workload:`, `command:`, `torchrun:`, `python:`.
void read_program(MapReader& reader, const YamlNode& root, SweepFile& sweep, Diagnostics& errors);

/// Reads `metrics:`, where a program of one's own says how fast it was. One is understood so far: throughput,
/// or time.
std::vector<MetricPattern> read_metrics(MapReader& reader, const SharedYaml& file, Diagnostics& errors);

}  // namespace scalegen

#pragma once
#include <vector>

#include "core/plan.hpp"
#include "generator/read/map_reader.hpp"

namespace scalegen {

/// Reads `metrics:`, where a program of one's own says how fast it was. One is understood so far: throughput,
/// or time.
std::vector<MetricPattern> read_metrics(MapReader& reader, const SharedYaml& file, Diagnostics& errors);

}  // namespace scalegen

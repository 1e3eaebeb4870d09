#pragma once
#include <vector>

#include "core/plan.hpp"
#include "generator/sweep_file/map_reader.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// Reads exactly one of `workload:`, `command:`, `torchrun:`, `python:` into `sweep`.
void read_program(MapReader& reader, SweepFile& sweep);

/// Reads `metrics:`, the patterns that find the metric in the output of the user's own program. One metric is
/// supported: throughput or time.
std::vector<MetricPattern> read_metrics(MapReader& reader);

}  // namespace scalegen

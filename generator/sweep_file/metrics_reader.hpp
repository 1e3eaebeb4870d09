#pragma once
#include <string>

#include "core/diagnostics.hpp"
#include "core/map_reader.hpp"
#include "core/plan.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// Reads `metrics:`, the patterns that find numbers in the output of the user's own program: the speed, which
/// is one of throughput and time, and any further ones. Reads it after the axes.
void read_metrics(MapReader& reader, SweepFile& sweep);

/// Reads a metric as an option says it: time=REGEX,UNIT or throughput=REGEX,UNIT. The unit is all that
/// follows the last comma, if that could be one; without it a time is in seconds, and a rate has the unit
/// that the regex names behind its number.
Result<MetricPattern> read_metric_option(const std::string& text);

}  // namespace scalegen

#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/map_reader.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// Reads `metrics:`, the patterns that find the metric in the output of the user's own program. One metric is
/// supported: throughput or time.
std::vector<MetricPattern> read_metrics(MapReader& reader);

/// Reads a metric as an option says it: time=REGEX,UNIT or throughput=REGEX,UNIT. The unit is all that
/// follows the last comma, if that could be one; a time without it is in seconds.
Result<MetricPattern> read_metric_option(const std::string& text);

}  // namespace scalegen

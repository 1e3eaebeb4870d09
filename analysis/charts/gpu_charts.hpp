#pragma once
#include <vector>

#include "analysis/charts/chart.hpp"
#include "analysis/measurement/gpu_timeline.hpp"

namespace scalegen::charts {

/// What the monitor saw of a run: utilisation, memory and power over time, a line for each GPU, the measured
/// window marked. Of more GPUs than colours their mean, least and most.
std::vector<Chart> gpu_charts(const std::vector<GpuTimeline>& timelines);

}  // namespace scalegen::charts

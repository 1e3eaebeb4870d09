#pragma once
#include <vector>

#include "analysis/charts/chart.hpp"
#include "analysis/measurement/gpu_timeline.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::charts {

/// All charts of a report that have something to show, in the order of a page.
std::vector<Chart> charts_of(const report::Report& report, const std::vector<GpuTimeline>& timelines);

}  // namespace scalegen::charts

#pragma once
#include <vector>

#include "analysis/measurement/gpu_timeline.hpp"
#include "analysis/report/report.hpp"

namespace scalegen {

/// The monitors' readings over time, of a run of the baseline and of one of the largest rung. Empty for an
/// imported table, and where nothing was monitored.
std::vector<GpuTimeline> gpu_timelines_of(const report::Report& report);

}  // namespace scalegen

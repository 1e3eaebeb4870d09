#pragma once
#include <vector>

#include "analysis/measurement/timelines.hpp"
#include "analysis/report/report.hpp"

namespace scalegen {

/// The steps of a run of each rung of the first tables. Empty for an imported table, and where nothing was
/// recorded.
std::vector<StepTimeline> timelines_of(const report::Report& report);

}  // namespace scalegen

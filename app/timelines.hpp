#pragma once
#include "analysis/charts/charts.hpp"
#include "analysis/report/report.hpp"

namespace scalegen {

/// What the monitors saw of a run of the baseline and of one of the largest rung, and the steps of a run of
/// each rung of the first tables. Empty for an imported table, and where nothing was recorded.
charts::Timelines timelines_of(const report::Report& report);

}  // namespace scalegen

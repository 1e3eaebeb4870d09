#pragma once
#include <vector>

#include "analysis/charts/chart.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::charts {

/// The measured figure, and the accuracy of the last evaluation, over each axis of the sweep whose values are
/// numbers, such as cpus_per_task: a line for each rung, at the first value of every other axis.
std::vector<Chart> axis_charts(const report::Report& report);

}  // namespace scalegen::charts

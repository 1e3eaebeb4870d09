#pragma once
#include <vector>

#include "analysis/charts/chart.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::charts {

/// For each kind of scaling of the report: speedup on logarithmic and on linear axes, efficiency, speedup per
/// doubling, and the figure that was measured, each with every run. Charts without a mark are left out.
std::vector<Chart> scaling_charts(const report::Report& report);

}  // namespace scalegen::charts

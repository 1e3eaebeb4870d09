#pragma once
#include <vector>

#include "analysis/charts/chart.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::charts {

/// What equal work costs on each rung, as a multiple of the baseline's price, and the energy of its GPUs.
/// Empty without a price, as for cores of one's own machine, and without a monitor.
std::vector<Chart> cost_charts(const report::Report& report);

}  // namespace scalegen::charts

#pragma once
#include <vector>

#include "analysis/charts/chart.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::charts {

/// Why rungs are not faster: for each table with known losses what each rung loses on the way from 100 % to
/// its efficiency, and for each table with phases the seconds of a step by phase.
std::vector<Chart> loss_charts(const report::Report& report);

}  // namespace scalegen::charts

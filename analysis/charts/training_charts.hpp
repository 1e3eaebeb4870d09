#pragma once
#include <vector>

#include "analysis/charts/chart.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::charts {

/// What evaluations found after each epoch: accuracy and loss, a line for each rung of each table, medians
/// over its runs. Empty if no run evaluated twice.
std::vector<Chart> training_charts(const report::Report& report);

}  // namespace scalegen::charts

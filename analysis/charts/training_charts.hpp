#pragma once
#include <vector>

#include "analysis/charts/chart.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::charts {

/// What charts show beside the speed: accuracy and loss, whoever tells them, and what else the sweep file
/// names.
std::vector<MetricPattern> charted_metrics(const report::ReportHead& head);

/// A chart of one over something, without its lines: its id, title and axis.
Chart chart_of(const MetricPattern& metric);

/// A value on that axis, where a share is in %.
double on_axis(const MetricPattern& metric, double value);

/// Returns the figures after each epoch, a line for each rung of each table, medians over its runs. Empty if
/// no run has two epochs.
std::vector<Chart> training_charts(const report::Report& report);

}  // namespace scalegen::charts

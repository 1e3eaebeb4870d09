#pragma once
#include <vector>

#include "analysis/charts/chart.hpp"
#include "analysis/measurement/gpu_timeline.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::charts {

/// All charts of a report that have something to show, in the order of a page.
std::vector<Chart> charts_of(const report::Report& report, const std::vector<GpuTimeline>& timelines);

/// For each kind of scaling of the report: speedup on logarithmic and on linear axes, efficiency, speedup per
/// doubling, and the figure that was measured, each with every run. Charts without a mark are left out.
std::vector<Chart> scaling_charts(const report::Report& report);

/// The measured figure, and the accuracy of the last evaluation, over each axis of the sweep whose values are
/// numbers, such as cpus_per_task: a line for each rung, at the first value of every other axis.
std::vector<Chart> axis_charts(const report::Report& report);

/// Why rungs are not faster: for each table with known losses what each rung loses on the way from 100 % to
/// its efficiency, and for each table with phases the seconds of a step by phase.
std::vector<Chart> loss_charts(const report::Report& report);

/// What equal work costs on each rung, as a multiple of the baseline's price, and the energy of its GPUs.
/// Empty without a price, as for cores of one's own machine, and without a monitor.
std::vector<Chart> cost_charts(const report::Report& report);

/// What the monitor saw of a run: utilisation, memory and power over time, a line for each GPU, the measured
/// window marked. Of more GPUs than colours their mean, least and most.
std::vector<Chart> gpu_charts(const std::vector<GpuTimeline>& timelines);

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

#pragma once
#include <functional>
#include <vector>

#include "analysis/charts/chart.hpp"
#include "analysis/measurement/timelines.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::charts {

/// All charts of a report that have something to show, in the order of a page. A report keeps no single
/// steps: timelines have them.
std::vector<Chart> charts_of(const report::Report& report, const std::vector<StepTimeline>& timelines);

/// Speedup, efficiency and speedup per doubling, a line for each table, with every run and the predicted next
/// doubling; the figure that was measured if nothing is known of speedups. Charts without a mark are left
/// out.
std::vector<Chart> scaling_charts(const report::Report& report);

/// The measured figure, and the accuracy of the last evaluation, over each axis of the sweep whose values are
/// numbers, such as cpus_per_task: a line for each rung, at the first value of every other axis.
std::vector<Chart> axis_charts(const report::Report& report);

/// Why rungs are not faster: of the first tables what each rung loses on the way from 100 % to its
/// efficiency, and the seconds of its steps by phase.
std::vector<Chart> loss_charts(const report::Report& report);

/// What equal work costs on each rung, as a multiple of the baseline's price, and the energy of its GPUs.
/// Empty without a price, as for cores of one's own machine, and without a monitor.
std::vector<Chart> cost_charts(const report::Report& report);

/// The time of each step, a line for each rung of a table, of the tables that timelines are of.
std::vector<Chart> step_charts(const report::Report& report, const std::vector<StepTimeline>& timelines);
inline constexpr std::size_t kTablesWithSteps = 2;

/// A chart of one table, without its lines: its id and title.
Chart chart_of_table(const std::string& id, const std::string& title, const report::Report& report,
                     std::size_t t);

/// Gives charts that are seen beside each other one scale.
void share_scale(std::vector<Chart>& charts);

/// The charts of the first tables, beside each other, with a note if there are more tables.
std::vector<Chart> charts_of_tables(const report::Report& report, std::size_t most,
                                    const std::function<Chart(std::size_t)>& of_table);

/// What charts show beside the speed: accuracy and loss, whoever tells them, and what else the sweep file
/// names.
std::vector<MetricPattern> charted_metrics(const report::ReportHead& head);

/// A chart of one over something, without its lines: its id, title and axis.
Chart chart_of(const MetricPattern& metric);

/// Returns the figures after each epoch, a line for each rung of each table, medians over its runs. Empty if
/// no run has two epochs.
std::vector<Chart> training_charts(const report::Report& report);

}  // namespace scalegen::charts

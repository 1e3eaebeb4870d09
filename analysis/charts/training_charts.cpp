#include "analysis/charts/training_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::charts {
namespace {

using report::Report;
using Quantity = std::optional<double> TrainerEval::*;

// The median over runs, by epoch. Those of a run that has no figure count, too: it trained.
Series line_of(const ScalingTable& table, const ScalingPoint& point, Quantity quantity, double factor) {
  std::map<std::int64_t, std::vector<double>> by_epoch;
  for (const auto& run : point.runs)
    for (const auto& eval : run.evals)
      if (eval.epoch && eval.*quantity && std::isfinite(*(eval.*quantity)))
        by_epoch[*eval.epoch].push_back(factor * *(eval.*quantity));
  Series series{.name = report::point_name(table, point.rung)};
  for (const auto& [epoch, values] : by_epoch)
    series.marks.push_back({.x = static_cast<double>(epoch), .y = {.centre = stats::median(values)}});
  return series;
}

// Evenly over all of them, so that the smallest and the largest rung stay.
std::vector<Series> at_most_as_many_as_colours(std::vector<Series> all) {
  if (all.size() <= kMostSeries) return all;
  std::vector<Series> kept;
  for (std::size_t i = 0; i < kMostSeries; ++i)
    kept.push_back(std::move(all[i * (all.size() - 1) / (kMostSeries - 1)]));
  return kept;
}

Chart chart_of(const Report& report, Quantity quantity, double factor, Chart chart) {
  std::vector<Series> lines;
  report::for_each_point(report, [&](const ScalingTable& table, const ScalingPoint& point) {
    auto line = line_of(table, point, quantity, factor);
    if (line.marks.size() > 1) lines.push_back(std::move(line));
  });
  const auto count = lines.size();
  chart.x = {.label = "epoch"};
  chart.series = at_most_as_many_as_colours(std::move(lines));
  if (count > chart.series.size())
    chart.notes.push_back(fmt::format("{} of {} lines are drawn.", chart.series.size(), count));
  return chart;
}

}  // namespace

std::vector<Chart> training_charts(const Report& report) {
  std::vector<Chart> charts{
      chart_of(report, &TrainerEval::accuracy, 100,
               {.id = "accuracy",
                .title = "Accuracy",
                .says = "The accuracy of the evaluation after each epoch, a line for each rung.",
                .y = {.label = "% of the evaluated samples"}}),
      chart_of(report, &TrainerEval::loss, 1,
               {.id = "loss",
                .title = "Loss",
                .says = "The loss of the evaluation after each epoch, a line for each rung.",
                .y = {.label = "loss"}})};
  std::erase_if(charts, [](const Chart& chart) { return chart.series.empty(); });
  return charts;
}

}  // namespace scalegen::charts

#include "analysis/charts/charts.hpp"

#include <fmt/format.h>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::charts {
namespace {

using losses::Part;
using losses::RungLosses;
using report::Report;

// A cause has the colour of its phase. Those that share one do not occur together: a wall time's start-up is
// known where phases are not.
std::size_t colour_of(Part part) {
  switch (part) {
    case Part::communication:
      return 0;
    case Part::data:
      return 1;
    case Part::smaller_batch:
    case Part::start_up:
      return 2;
    case Part::imbalance:
      return 3;
    case Part::computing:
      return 4;
    case Part::optimizer:
      return 5;
    case Part::copy:
      return 6;
    case Part::unexplained:
      return 7;
  }
  return 7;
}

std::size_t colour_of(Phase phase) {
  switch (phase) {
    case Phase::data:
      return colour_of(Part::data);
    case Phase::copy:
      return colour_of(Part::copy);
    case Phase::forward:
      return 2;
    case Phase::backward:
      return 4;
    case Phase::communication:
      return colour_of(Part::communication);
    case Phase::optimizer:
      return colour_of(Part::optimizer);
  }
  return 7;
}

std::string numbered(const std::string& id, std::size_t t, const Report& report) {
  return report.tables.size() == 1 ? id : fmt::format("{}-{}", id, t + 1);
}

std::string titled(const std::string& title, const ScalingTable& table) {
  const auto name = table_name(table);
  return name.empty() ? title : title + ", " + name;
}

std::optional<double> share_of(const RungLosses& rung, Part part) {
  for (const auto& loss : rung.losses)
    if (loss.part == part) return loss.share;
  return std::nullopt;
}

Series losses_by_rung(const std::vector<RungLosses>& rungs, Part part) {
  Series series{.name = std::string(losses::to_text(part)), .form = Form::bars, .colour = colour_of(part)};
  for (std::size_t i = 0; i < rungs.size(); ++i)
    if (const auto share = share_of(rungs[i], part).value_or(0); share != 0)
      series.marks.push_back({.x = static_cast<double>(i), .y = {.centre = 100 * share}});
  return series;
}

// The efficiency is what is left: the plain end of each column.
Series efficiencies(const std::vector<RungLosses>& rungs) {
  Series series{.name = "efficiency", .form = Form::rest};
  for (std::size_t i = 0; i < rungs.size(); ++i)
    series.marks.push_back({.x = static_cast<double>(i), .y = {.centre = 100 * rungs[i].efficiency}});
  return series;
}

Chart waterfall_chart(const Report& report, std::size_t t) {
  const auto& table = report.tables[t];
  auto rungs = report.losses[t];
  std::erase_if(rungs, [](const RungLosses& rung) { return rung.losses.empty(); });
  Chart chart{
      .id = numbered("losses", t, report),
      .title = titled("Why not faster", table),
      .says =
          "For each rung its efficiency, and on top of it what it loses on the way from 100 %, by cause; "
          "what it gains is below 0.",
      .x = {.label = "rung", .scale = Scale::names},
      .y = {.label = "% of the rung's time", .from_zero = true, .most = 100}};
  for (const auto& rung : rungs) chart.x.names.push_back(table.points[rung.point].rung);
  if (rungs.empty()) return chart;
  chart.series.push_back(efficiencies(rungs));
  for (std::size_t part = 0; part < losses::kParts; ++part) {
    auto series = losses_by_rung(rungs, static_cast<Part>(part));
    if (!series.marks.empty()) chart.series.push_back(std::move(series));
  }
  return chart;
}

std::optional<double> median_phase(const ScalingPoint& point, Phase phase) {
  return median_over_runs(point, [&](const Measurement& run) { return run.step_phases.per_step[phase]; });
}

Chart phase_chart(const Report& report, std::size_t t) {
  const auto& table = report.tables[t];
  Chart chart{
      .id = numbered("phases", t, report),
      .title = titled("Where a step goes", table),
      .says =
          "For each rung the time of a step by phase, medians over its runs; communication is the exposed "
          "part.",
      .x = {.label = "rung", .scale = Scale::names},
      .y = {.label = "ms per step", .from_zero = true}};
  for (const auto& point : table.points) chart.x.names.push_back(point.rung);
  for (const auto phase : kAllPhases) {
    Series series{.name = std::string(to_text(phase)), .form = Form::bars, .colour = colour_of(phase)};
    for (std::size_t k = 0; k < table.points.size(); ++k)
      if (const auto seconds = median_phase(table.points[k], phase))
        series.marks.push_back({.x = static_cast<double>(k), .y = {.centre = 1000 * *seconds}});
    if (!series.marks.empty()) chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace

std::vector<Chart> loss_charts(const Report& report) {
  std::vector<Chart> charts;
  for (std::size_t t = 0; t < report.tables.size() && t < kMostSeries; ++t) {
    for (auto& chart : {waterfall_chart(report, t), phase_chart(report, t)})
      if (!chart.series.empty()) charts.push_back(chart);
  }
  return charts;
}

}  // namespace scalegen::charts

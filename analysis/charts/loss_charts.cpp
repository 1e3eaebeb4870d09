#include "analysis/charts/charts.hpp"

#include <array>

#include "analysis/document/texts.hpp"

namespace scalegen::charts {
namespace {

using losses::Part;
using losses::RungLosses;
using report::Report;

// A cause has the colour of its phase. Those that share one do not occur together: a wall time's start-up is
// known where phases are not.
std::size_t colour_of(Part part) {
  constexpr std::array<std::size_t, losses::kParts> kColours{2, 1, 6, 0, 3, 2, 4, 5, 7};
  return kColours[static_cast<std::size_t>(part)];
}

/// A part of a step that is drawn: forward and backward are one, as they are among the causes.
struct StepPart {
  Part cause = Part::unexplained;
  std::vector<Phase> phases{};
};
const std::vector<StepPart> kStepParts{{Part::data, {Phase::data}},
                                       {Part::copy, {Phase::copy}},
                                       {Part::computing, {Phase::forward, Phase::backward}},
                                       {Part::communication, {Phase::communication}},
                                       {Part::optimizer, {Phase::optimizer}}};

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
  auto chart = chart_of_table("losses", "Why not faster", report, t);
  chart.says =
      "For each rung its efficiency, and on top of it what it loses on the way from 100 %, by cause; what it "
      "gains is below 0.";
  chart.x = {.label = "rung", .scale = Scale::names};
  chart.y = {.label = "% of the rung's time", .from_zero = true, .most = 100};
  for (const auto& rung : rungs) chart.x.names.push_back(table.points[rung.point].rung);
  if (rungs.empty()) return chart;
  chart.series.push_back(efficiencies(rungs));
  for (std::size_t part = 0; part < losses::kParts; ++part) {
    auto series = losses_by_rung(rungs, static_cast<Part>(part));
    if (!series.marks.empty()) chart.series.push_back(std::move(series));
  }
  return chart;
}

std::optional<double> median_of(const ScalingPoint& point, const StepPart& part) {
  return median_over_runs(point, [&](const Measurement& run) {
    std::optional<double> sum;
    for (const auto phase : part.phases)
      if (const auto seconds = run.step_phases.per_step[phase]) sum = sum.value_or(0) + *seconds;
    return sum;
  });
}

Chart phase_chart(const Report& report, std::size_t t) {
  const auto& table = report.tables[t];
  auto chart = chart_of_table("phases", "Where a step goes", report, t);
  chart.says =
      "For each rung the time of a step by phase, medians over its runs; computing is forward and backward, "
      "communication the exposed part.";
  chart.x = {.label = "rung", .scale = Scale::names};
  chart.y = {.label = "ms per step", .from_zero = true};
  for (const auto& point : table.points) chart.x.names.push_back(point.rung);
  for (const auto& part : kStepParts) {
    Series series{.name = std::string(losses::to_text(part.cause)),
                  .form = Form::bars,
                  .colour = colour_of(part.cause)};
    for (std::size_t k = 0; k < table.points.size(); ++k)
      if (const auto seconds = median_of(table.points[k], part))
        series.marks.push_back({.x = static_cast<double>(k), .y = {.centre = 1000 * *seconds}});
    if (!series.marks.empty()) chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace

std::vector<Chart> loss_charts(const Report& report) {
  constexpr std::size_t kMostTables = 4;
  std::vector<Chart> charts;
  for (const auto chart_of : {waterfall_chart, phase_chart})
    append(charts, charts_of_tables(report, kMostTables, [&](std::size_t t) { return chart_of(report, t); }));
  return charts;
}

}  // namespace scalegen::charts

#include "analysis/charts/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/charts/ladder_lines.hpp"
#include "analysis/models/ladder_outlook.hpp"

namespace scalegen::charts {
namespace {

using report::Report;

std::optional<Mark> speedup_mark(const ScalingTable& table, const ScalingPoint& point) {
  return mark_of(point.speedup, speedup_star(table, point));
}

std::optional<Mark> efficiency_mark(const ScalingTable& table, const ScalingPoint& point) {
  auto mark = mark_of(point.efficiency, speedup_star(table, point));
  if (mark) mark->y = stats::scaled(mark->y, 100);
  return mark;
}

std::optional<Mark> doubling_mark(const ScalingTable& table, const ScalingPoint& point) {
  if (!point.doubling) return std::nullopt;
  return mark_of(point.doubling->speedup, doubling_star(table, point));
}

std::optional<Mark> value_mark(const ScalingTable&, const ScalingPoint& point) {
  return mark_of(point.typical, value_star(point));
}

// The divisor that makes an efficiency of a rung's speedup.
std::optional<double> ideal_speedup(const ScalingPoint& point) {
  if (!point.speedup || !point.efficiency) return std::nullopt;
  return point.speedup->centre / point.efficiency->centre;
}

// Ratios of the times of two rungs, one for each round that has both; empty if the rounds are unknown.
std::vector<double> ratios(const ScalingTable& table, std::size_t divided, std::size_t k) {
  const bool has_rounds = table.of_equal_work.rounds == stats::Rounds::paired;
  if (table.of_equal_work.y.empty() || divided == k || !has_rounds) return {};
  const auto pairs = stats::paired_rounds(table.of_equal_work.y, divided, k);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < pairs.a.size(); ++i) ratios.push_back(std::exp(pairs.a[i] - pairs.b[i]));
  return ratios;
}

std::vector<double> speedups_of_rounds(const ScalingTable& table, std::size_t k) {
  const auto baseline = position_of_baseline(table);
  return baseline ? ratios(table, *baseline, k) : std::vector<double>{};
}

std::vector<double> efficiencies_of_rounds(const ScalingTable& table, std::size_t k) {
  const auto ideal = ideal_speedup(table.points[k]);
  if (!ideal) return {};
  auto of_rounds = speedups_of_rounds(table, k);
  for (auto& value : of_rounds) value *= 100 / *ideal;
  return of_rounds;
}

std::vector<double> doublings_of_rounds(const ScalingTable& table, std::size_t k) {
  const auto& doubling = table.points[k].doubling;
  return doubling ? ratios(table, doubling->divided, k) : std::vector<double>{};
}

std::vector<double> values_of_rounds(const ScalingTable& table, std::size_t k) {
  return values_of(table.points[k].runs);
}

// Of its lines, in rising order.
std::vector<double> places_of(const Chart& chart) {
  std::vector<double> xs;
  for (const auto& series : chart.series)
    for (const auto& mark : series.marks)
      if (series.form == Form::line) xs.push_back(mark.x);
  std::ranges::sort(xs);
  return xs;
}

// From the smallest rung that has an efficiency to the largest that is drawn, at what it would be without any
// loss.
Series ideal_speedups(const Chart& chart, const Tables& tables) {
  Series ideal{.name = "ideal", .form = Form::ideal};
  std::optional<Mark> first;
  for (const auto& table : tables)
    for (const auto& point : table.points)
      if (const auto speedup = ideal_speedup(point))
        if (const double x = size_of(chart.x, point); !first || x < first->x)
          first = Mark{.x = x, .y = {.centre = *speedup}};
  const auto xs = places_of(chart);
  if (!first || xs.empty() || !(xs.back() > first->x)) return ideal;
  ideal.marks = {*first, {.x = xs.back(), .y = {.centre = first->y.centre * xs.back() / first->x}}};
  return ideal;
}

// Level, from half a step before all that is drawn to half a step behind it.
void add_level(Chart& chart, const std::string& name, Form form, double y) {
  const auto xs = places_of(chart);
  if (xs.empty()) return;
  const bool is_binary = chart.x.scale == Scale::binary;
  const double step = std::sqrt(2.0);
  const double from = is_binary ? xs.front() / step : xs.front() - 0.5;
  const double to = is_binary ? xs.back() * step : xs.back() + 0.5;
  chart.series.push_back({.name = name,
                          .form = form,
                          .marks = {{.x = from, .y = {.centre = y}}, {.x = to, .y = {.centre = y}}}});
}

void add_rule(Chart& chart, double smallest, const std::vector<LimitFrom>& larger, double factor,
              std::string_view unit) {
  add_level(chart, fmt::format("the rule: {:.4g}{}", factor * smallest, unit), Form::limit,
            factor * smallest);
  for (const auto& [ranks, limit] : larger)
    add_level(chart, fmt::format("the rule from {} ranks on: {:.4g}{}", ranks, factor * limit, unit),
              Form::limit, factor * limit);
}

/// A figure of predictions, in units of which a chart has `factor`.
struct Predicted {
  std::optional<stats::Estimate> models::Prediction::*figure{};
  double factor = 1;
};

// Adds the next doubling to a line.
LineFigures predicted(LineFigures figures, const Report& report, const Predicted& predicted) {
  const auto axis = size_axis(report.tables);
  if (axis.scale == Scale::names) return figures;
  figures.beyond = [&report, predicted, by_nodes = !counts_workers(axis)](const ScalingTable& table,
                                                                          const auto& device, Series& line) {
    for (const auto& outlook : models::outlooks_of(table, report.head.metric.quantity)) {
      const auto& next = outlook.next;
      const auto& figure = next.*predicted.figure;
      if (outlook.measured.device != device || outlook.measured.counts_nodes != by_nodes || !figure) continue;
      line.marks.push_back({.x = next.at.size.workers,
                            .y = stats::scaled(*figure, predicted.factor),
                            .is_predicted = true,
                            .name = next.at.name});
    }
  };
  return figures;
}

Chart with_lines(Chart chart, const Report& report, const LineFigures& figures) {
  chart.x = size_axis(report.tables);
  chart.says = fmt::format("Over {}: {}.", chart.x.label, chart.says);
  add_ladder_lines(chart, report.tables, figures);
  if (std::ranges::any_of(chart.series, [](const Series& series) {
        return std::ranges::any_of(series.marks, &Mark::is_predicted);
      }))
    chart.notes.emplace_back(
        "The hollow last mark is predicted, not measured; its bar holds nine of ten later measurements.");
  return chart;
}

Chart speedup_chart(const Report& report) {
  const bool has_sizes = size_axis(report.tables).scale != Scale::names;
  auto chart = with_lines(
      {.id = "speedup",
       .title = "Speedup",
       .says = "how many times as fast as the baseline each rung is, with intervals and single rounds",
       .y = {.label = "speedup over " + name_of_baseline(report.head),
             .scale = has_sizes ? Scale::binary : Scale::linear,
             .from_zero = !has_sizes}},
      report, predicted({speedup_mark, speedups_of_rounds}, report, {&models::Prediction::speedup}));
  if (auto ideal = ideal_speedups(chart, report.tables); ideal.marks.size() > 1)
    chart.series.push_back(std::move(ideal));
  return chart;
}

Chart efficiency_chart(const Report& report) {
  auto chart = with_lines(
      {.id = "efficiency",
       .title = "Efficiency",
       .says = "the share of the ideal speedup that each rung reaches, with intervals",
       .y = {.label = "% of the ideal speedup over " + name_of_baseline(report.head), .from_zero = true}},
      report,
      predicted({efficiency_mark, efficiencies_of_rounds}, report, {&models::Prediction::efficiency, 100}));
  add_level(chart, "ideal", Form::ideal, 100);
  if (const auto rule = report.head.advise.efficiency)
    add_rule(chart, *rule, report.head.advise.efficiency_from, 100, " %");
  return chart;
}

Chart doubling_chart(const Report& report) {
  auto chart =
      with_lines({.id = "per-doubling",
                  .title = "Speedup per doubling",
                  .says = "how many times as fast as the rung of half its size each rung is; 2 is ideal",
                  .y = {.label = "times as fast as half the size"}},
                 report, {doubling_mark, doublings_of_rounds});
  add_level(chart, "ideal", Form::ideal, 2);
  if (const auto rule = report.head.advise.per_doubling)
    add_rule(chart, *rule, report.head.advise.per_doubling_from, 1, "");
  add_level(chart, "no faster", Form::limit, 1);
  return chart;
}

Chart value_chart(const Report& report) {
  return with_lines({.id = "figures",
                     .title = report.head.metric.quantity == Quantity::rate ? "Throughput" : "Time",
                     .says = "the figure of each rung, with the interval of its median and single runs",
                     .y = {.label = report.head.metric.unit, .from_zero = true}},
                    report, {value_mark, values_of_rounds});
}

}  // namespace

std::vector<Chart> scaling_charts(const Report& report) {
  std::vector<Chart> charts{speedup_chart(report), efficiency_chart(report)};
  std::erase_if(charts, [](const Chart& chart) { return !has_line_of(2, chart); });
  if (charts.empty()) charts.push_back(value_chart(report));  // else it is the speedup in another unit
  charts.push_back(doubling_chart(report));
  std::erase_if(charts, [](const Chart& chart) { return !has_line_of(1, chart); });
  return charts;
}

}  // namespace scalegen::charts

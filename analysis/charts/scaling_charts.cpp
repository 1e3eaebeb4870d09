#include "analysis/charts/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/charts/ladder_lines.hpp"
#include "analysis/report/sections.hpp"

namespace scalegen::charts {
namespace {

using report::Report;

std::optional<Mark> speedup_mark(const ScalingTable&, const ScalingPoint& point) {
  return mark_of(point.speedup, speedup_star(point));
}

std::optional<Mark> efficiency_mark(const ScalingTable&, const ScalingPoint& point) {
  auto mark = mark_of(point.efficiency, speedup_star(point));
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

// From the smallest to the largest rung that has an efficiency, at what it would be without any loss.
Series ideal_speedups(const Chart& chart, const Tables& tables) {
  Series ideal{.name = "ideal", .form = Form::ideal};
  for (const auto* table : tables)
    for (const auto& point : table->points)
      if (const auto speedup = ideal_speedup(point))
        ideal.marks.push_back({.x = size_of(chart.x, *table, point), .y = {.centre = *speedup}});
  std::ranges::sort(ideal.marks, {}, &Mark::x);
  if (ideal.marks.size() > 2) ideal.marks.erase(ideal.marks.begin() + 1, ideal.marks.end() - 1);
  return ideal;
}

// Level, from end to end of what is drawn.
Series level(const Chart& chart, const std::string& name, double y) {
  Series ideal{.name = name, .form = Form::ideal};
  std::vector<double> xs;
  for (const auto& series : chart.series)
    for (const auto& mark : series.marks) xs.push_back(mark.x);
  if (xs.empty()) return ideal;
  const auto [least, most] = std::ranges::minmax_element(xs);
  ideal.marks = {{.x = *least, .y = {.centre = y}}, {.x = *most, .y = {.centre = y}}};
  return ideal;
}

// ", strong scaling" in a report of several kinds; empty in a report of one.
std::string ladder_of(const Report& report, Scaling scaling) {
  return report.head.scalings.size() == 1 ? "" : ", " + to_text(scaling) + " scaling";
}

struct Kind {
  std::string id{};
  std::string title{};
  std::string label{};  // of the y axis
  std::string says{};   // behind "Over ranks, "
};

Chart begin(const Kind& kind, const Report& report, Scaling scaling, Scale scale) {
  const auto tables = tables_of(report, scaling);
  Chart chart{.id = kind.id + (report.head.scalings.size() == 1 ? "" : "-" + to_text(scaling)),
              .title = kind.title + ladder_of(report, scaling),
              .x = size_axis(tables, scale),
              .y = {.label = kind.label}};
  chart.says = fmt::format("Over {}: {}.", chart.x.label, kind.says);
  return chart;
}

const Kind kSpeedup{"speedup", "Speedup", "times as fast as the baseline",
                    "how many times as fast as the baseline each rung is, with intervals and single rounds"};
const Kind kLinearSpeedup{"speedup-linear", "Speedup, linear axes", "times as fast as the baseline",
                          kSpeedup.says};
const Kind kEfficiency{"efficiency", "Efficiency", "% of the ideal speedup",
                       "the share of the ideal speedup that each rung reaches, with intervals"};
const Kind kDoubling{"per-doubling", "Speedup per doubling", "times as fast as half the size",
                     "how many times as fast as the rung of half its size each rung is; 2 is ideal"};

Chart speedup_chart(const Report& report, Scaling scaling, const Kind& kind, Scale scale) {
  auto chart = begin(kind, report, scaling, scale);
  const auto tables = tables_of(report, scaling);
  if (chart.x.scale == Scale::names) scale = Scale::linear;
  chart.y.scale = scale;
  chart.y.from_zero = scale == Scale::linear;
  add_ladder_lines(chart, tables, speedup_mark, speedups_of_rounds);
  if (auto ideal = ideal_speedups(chart, tables); ideal.marks.size() > 1)
    chart.series.push_back(std::move(ideal));
  return chart;
}

Chart efficiency_chart(const Report& report, Scaling scaling) {
  auto chart = begin(kEfficiency, report, scaling, Scale::binary);
  chart.y.from_zero = true;
  add_ladder_lines(chart, tables_of(report, scaling), efficiency_mark, efficiencies_of_rounds);
  chart.series.push_back(level(chart, "ideal", 100));
  return chart;
}

Chart doubling_chart(const Report& report, Scaling scaling) {
  auto chart = begin(kDoubling, report, scaling, Scale::binary);
  add_ladder_lines(chart, tables_of(report, scaling), doubling_mark, doublings_of_rounds);
  chart.series.push_back(level(chart, "ideal", 2));
  chart.series.push_back(level(chart, "no faster", 1));
  return chart;
}

Chart value_chart(const Report& report, Scaling scaling) {
  const bool is_rate = report.head.metric.quantity == Quantity::rate;
  const Kind kind{"figures", is_rate ? "Throughput" : "Time", report.head.metric.unit,
                  fmt::format("the {} of each rung, with the interval of its median and single runs",
                              is_rate ? "throughput" : "time")};
  auto chart = begin(kind, report, scaling, Scale::binary);
  chart.y.from_zero = true;
  add_ladder_lines(chart, tables_of(report, scaling), value_mark, values_of_rounds);
  return chart;
}

bool has_line_of(std::size_t marks, const Chart& chart) {
  return std::ranges::any_of(chart.series, [&](const Series& series) {
    return series.form == Form::line && series.marks.size() >= marks;
  });
}

}  // namespace

std::vector<Chart> scaling_charts(const Report& report) {
  std::vector<Chart> charts;
  for (const auto scaling : report.head.scalings) {
    for (auto& chart :
         {speedup_chart(report, scaling, kSpeedup, Scale::binary),
          speedup_chart(report, scaling, kLinearSpeedup, Scale::linear), efficiency_chart(report, scaling)})
      if (has_line_of(2, chart)) charts.push_back(chart);
    for (auto& chart : {doubling_chart(report, scaling), value_chart(report, scaling)})
      if (has_line_of(1, chart)) charts.push_back(chart);
  }
  return charts;
}

}  // namespace scalegen::charts

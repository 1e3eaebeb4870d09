#include "analysis/charts/drawings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/statistics/two_way_model.hpp"
#include "core/units.hpp"

namespace scalegen::charts {
namespace {

std::string mark_text(const Mark& mark) {
  auto text = three_digits(mark.y.centre);
  if (mark.y.interval)
    text += fmt::format(" [{}, {}]", three_digits(mark.y.interval->low), three_digits(mark.y.interval->high));
  return text + (mark.is_starred ? " *" : "");
}

std::string place_text(const Axis& axis, double x) {
  if (axis.scale != Scale::names) return fmt::format("{:.6g}", x);
  return axis.names[static_cast<std::size_t>(x)];
}

std::string cell(const Series& series, double x) {
  const auto at = std::ranges::find(series.marks, x, &Mark::x);
  return at == series.marks.end() ? "-" : mark_text(*at);
}

bool is_measured(const Series& series) { return is_named(series) && series.form != Form::ideal; }

TextTable table_of_traces(const Chart& chart) {
  TextTable table{.header = {"", "mean", "least", "most"}, .right_aligned = {false, true, true, true}};
  for (const auto& series : chart.series) {
    std::vector<double> values;
    for (const auto& mark : series.marks) values.push_back(mark.y.centre);
    if (values.empty()) continue;
    const auto [least, most] = std::ranges::minmax_element(values);
    table.rows.push_back(
        {series.name, three_digits(stats::mean(values)), three_digits(*least), three_digits(*most)});
  }
  return table;
}

}  // namespace

TextTable chart_table(const Chart& chart) {
  if (!chart.series.empty() && chart.series.front().form == Form::trace) return table_of_traces(chart);
  TextTable table{.header = {chart.x.label}, .right_aligned = {chart.x.scale != Scale::names}};
  std::set<double> places;
  for (const auto& series : chart.series) {
    if (!is_measured(series)) continue;
    table.header.push_back(series.name);
    table.right_aligned.push_back(true);
    for (const auto& mark : series.marks) places.insert(mark.x);
  }
  for (const double x : places) {
    auto& row = table.rows.emplace_back(std::vector{place_text(chart.x, x)});
    for (const auto& series : chart.series)
      if (is_measured(series)) row.push_back(cell(series, x));
  }
  return table;
}

}  // namespace scalegen::charts

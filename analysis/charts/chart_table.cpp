#include "analysis/charts/drawings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/units.hpp"

namespace scalegen::charts {
namespace {

std::string number_or_name(const Axis& axis, double x) {
  return axis.scale == Scale::names ? axis.names[static_cast<std::size_t>(x)] : fmt::format("{:.6g}", x);
}

// True for figures that are measured or predicted, not for fitted curves and bounds.
bool has_column(const Series& series) { return series.form == Form::line || is_stacked(series); }

TextTable table_of_traces(const Chart& chart) {
  TextTable table{.header = {"", "mean", "least", "most"}, .right_aligned = {false, true, true, true}};
  for (const auto& [name, form, marks, colour, all] : chart.series)
    if (form == Form::trace && !name.empty() && all && all->interval)
      table.rows.push_back({name, three_digits(all->centre), three_digits(all->interval->low),
                            three_digits(all->interval->high)});
  return table;
}

}  // namespace

std::string mark_text(const Mark& mark) {
  auto text = three_digits(mark.y.centre);
  if (mark.y.interval)
    text += fmt::format(" [{}, {}]", three_digits(mark.y.interval->low), three_digits(mark.y.interval->high));
  return text + (mark.is_starred ? " *" : "") + (mark.is_predicted ? " predicted" : "");
}

std::string place_text(const Chart& chart, const Mark& mark) {
  if (!mark.name.empty()) return mark.name;
  const auto text = number_or_name(chart.x, mark.x);
  return chart.x.scale == Scale::names ? text : chart.x.label + " " + text;
}

TextTable chart_table(const Chart& chart) {
  if (std::ranges::any_of(chart.series, [](const Series& one) { return one.form == Form::trace; }))
    return table_of_traces(chart);
  TextTable table{.header = {chart.x.label}, .right_aligned = {chart.x.scale != Scale::names}};
  std::map<std::pair<double, std::string>, std::vector<std::string>> rows;  // by x and name
  bool has_names = false;
  for (const auto& series : chart.series) {
    if (!has_column(series)) continue;
    table.header.push_back(series.name);
    table.right_aligned.push_back(true);
    for (const auto& mark : series.marks) {
      auto& row = rows[{mark.x, mark.name}];
      has_names |= !mark.name.empty();
      row.resize(table.header.size() - 1);
      row.back() += (row.back().empty() ? "" : ", ") + mark_text(mark);
    }
  }
  if (has_names)
    table.header.insert(table.header.begin(), "rung"),
        table.right_aligned.insert(table.right_aligned.begin(), false);
  for (auto& [key, cells] : rows) {
    auto& row = table.rows.emplace_back();
    if (has_names) row.push_back(key.second.empty() ? "-" : key.second);
    row.push_back(number_or_name(chart.x, key.first));
    for (const auto& cell : cells) row.push_back(cell.empty() ? "-" : cell);
    row.resize(table.header.size(), "-");
  }
  return table;
}

}  // namespace scalegen::charts

#include "analysis/charts/ladder_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "analysis/document/texts.hpp"

namespace scalegen::charts {
namespace {

constexpr const char* kNodes = "nodes";

template <class Test>
bool all_points(const Tables& tables, const Test& test) {
  return std::ranges::all_of(tables,
                             [&](const auto& table) { return std::ranges::all_of(table.points, test); });
}

bool has_both_devices(const Tables& tables) {
  std::set<DeviceKind> kinds;
  for (const auto& table : tables)
    for (const auto& point : table.points)
      if (point.typical && point.shape.device) kinds.insert(*point.shape.device);
  return kinds.size() > 1;
}

std::vector<std::string> rung_names(const Tables& tables) {
  std::vector<std::string> names;
  for (const auto& table : tables)
    for (const auto& point : table.points) add_once(names, point.rung);
  return names;
}

const char* word_for_workers(const Tables& tables) {
  if (all_points(tables, [](const auto& p) { return p.shape.device == DeviceKind::gpu; })) return "GPUs";
  return all_points(tables, [](const auto& p) { return counts_cores(p); }) ? "cores" : "ranks";
}

using Device = std::optional<DeviceKind>;

// 0 where that is unknown.
int on_each_node(const RungShape& shape) {
  return shape.ranks && shape.nodes ? *shape.ranks / *shape.nodes : 0;
}

using NodeSizes = std::set<int, std::greater<>>;

// How many workers are on a node: the most first, and each number of the rungs on several nodes.
NodeSizes node_sizes(const ScalingTable& table, const Device& device) {
  NodeSizes sizes;
  int most = 0;
  for (const auto& point : table.points) {
    if (!point.typical || point.shape.device != device) continue;
    most = std::max(most, on_each_node(point.shape));
    if (point.shape.nodes > 1) sizes.insert(on_each_node(point.shape));
  }
  sizes.insert(most);
  return sizes;
}

// The rungs of one node are on the line of the fullest nodes. The others begin at the rung that fills one
// node as they do.
bool is_on_line(const RungShape& shape, int workers, bool is_first) {
  if (shape.nodes > 1) return on_each_node(shape) == workers;
  return is_first || shape.ranks == workers;
}

void add_words(std::string& name, const std::string& words) { name += (name.empty() ? "" : ", ") + words; }

// "8, bf16" of two devices; empty for an only line.
std::string line_name(const ScalingTable& table, const Device& device) {
  auto name = table_name(table);
  if (device) add_words(name, to_text(*device));
  return name;
}

std::string node_words(int workers, const Axis& axis) {
  return workers == 1 ? "1 a node" : fmt::format("up to {} {} a node", workers, axis.label);
}

struct Line {
  Series marks{};
  Series dots{.form = Form::dots};
};

template <class IsOn>
Line line_of(const Axis& axis, const ScalingTable& table, const LineFigures& figures, const IsOn& is_on) {
  Line line;
  for (std::size_t k = 0; k < table.points.size(); ++k) {
    const auto& point = table.points[k];
    auto mark = is_on(point.shape) ? figures.value(table, point) : std::nullopt;
    if (!mark) continue;
    mark->x = size_of(axis, point);
    mark->name = point.rung;
    line.marks.marks.push_back(*mark);
    const auto all = figures.runs ? figures.runs(table, k) : std::vector<double>();
    if (all.size() > 1)
      for (const double y : all) line.dots.marks.push_back({.x = mark->x, .y = {.centre = y}});
  }
  std::ranges::stable_sort(line.marks.marks, {}, &Mark::x);
  std::ranges::stable_sort(line.dots.marks, {}, &Mark::x);
  return line;
}

void add_lines_of(Chart& chart, const ScalingTable& table, const Device& device, const LineFigures& figures,
                  const std::string& name, std::size_t& lines) {
  const auto sizes = counts_workers(chart.x) ? node_sizes(table, device) : NodeSizes{0};
  for (const int workers : sizes) {
    const bool is_first = workers == *sizes.begin();
    auto [line, dots] = line_of(chart.x, table, figures, [&](const RungShape& shape) {
      return shape.device == device && (!counts_workers(chart.x) || is_on_line(shape, workers, is_first));
    });
    const bool is_empty = line.marks.empty() || (!is_first && line.marks.back().x <= workers);
    if (is_empty || ++lines > kMostSeries) continue;
    line.name = name;
    if (sizes.size() > 1) add_words(line.name, node_words(workers, chart.x));
    if (line.name.empty()) line.name = "measured";
    if (is_first && figures.beyond) figures.beyond(table, device, line);
    if (sizes.size() == 1 && std::ranges::adjacent_find(line.marks, {}, &Mark::x) == line.marks.end())
      for (auto& mark : line.marks) mark.name.clear();
    chart.series.push_back(std::move(line));
    if (!dots.marks.empty()) chart.series.push_back(std::move(dots));
  }
}

void put_ticks(Chart& chart) {
  std::vector<double> places;
  for (const auto& series : chart.series)
    for (const auto& mark : series.marks)
      if (series.form == Form::line) places.push_back(mark.x);
  if (chart.x.scale != Scale::names) chart.x.ticks = ticks_at(std::move(places), chart.x.scale);
}

}  // namespace

Axis size_axis(const Tables& tables) {
  if (all_points(tables, [](const auto& p) { return p.shape.ranks.has_value(); }))
    return {.label = word_for_workers(tables), .scale = Scale::binary};
  if (all_points(tables, [](const auto& p) { return p.shape.nodes.has_value(); }))
    return {.label = kNodes, .scale = Scale::binary};
  return {.label = "rung", .scale = Scale::names, .names = rung_names(tables)};
}

bool counts_workers(const Axis& axis) { return axis.scale != Scale::names && axis.label != kNodes; }

double size_of(const Axis& axis, const ScalingPoint& point) {
  if (counts_workers(axis)) return point.shape.ranks.value_or(1);
  if (axis.scale != Scale::names) return point.shape.nodes.value_or(1);
  const auto at = std::ranges::find(axis.names, point.rung);
  return static_cast<double>(at - axis.names.begin());
}

bool has_line_of(std::size_t marks, const Chart& chart) {
  return std::ranges::any_of(chart.series, [&](const Series& series) {
    return series.form == Form::line && series.marks.size() >= marks;
  });
}

std::vector<double> ticks_at(std::vector<double> values, Scale scale) {
  std::ranges::sort(values);
  const auto same = std::ranges::unique(values);
  values.erase(same.begin(), same.end());
  for (std::size_t i = 1; i < values.size(); ++i)
    if (scale == Scale::binary ? values[i] < 1.25 * values[i - 1]
                               : values[i] - values[i - 1] < 0.08 * (values.back() - values.front()))
      return {};
  return values.size() > 8 ? std::vector<double>() : values;
}

std::string name_of_baseline(const report::ReportHead& head) {
  return head.baseline.rung.empty() ? "the baseline" : head.baseline.rung;
}

void add_ladder_lines(Chart& chart, const Tables& tables, const LineFigures& figures) {
  const bool of_both = has_both_devices(tables);
  std::size_t lines = 0;
  for (const auto& table : tables)
    for (const Device& device : {Device(DeviceKind::cpu), Device(DeviceKind::gpu), Device()})
      add_lines_of(chart, table, device, figures, line_name(table, of_both ? device : Device()), lines);
  put_ticks(chart);
  if (lines > kMostSeries)
    chart.notes.push_back(fmt::format("{} of {} lines are drawn; the tables have all.", kMostSeries, lines));
}

}  // namespace scalegen::charts

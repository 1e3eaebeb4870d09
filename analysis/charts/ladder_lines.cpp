#include "analysis/charts/ladder_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/document/texts.hpp"

namespace scalegen::charts {
namespace {

using report::Report;

constexpr const char* kRanks = "ranks";
constexpr const char* kNodes = "nodes";

template <class Test>
bool all_points(const Tables& tables, const Test& test) {
  return std::ranges::all_of(tables,
                             [&](const auto* table) { return std::ranges::all_of(table->points, test); });
}

bool has_both_devices(const Tables& tables) {
  std::set<DeviceKind> kinds;
  for (const auto* table : tables)
    for (const auto& point : table->points)
      if (point.typical && point.shape.device) kinds.insert(*point.shape.device);
  return kinds.size() > 1;
}

std::vector<std::string> rung_names(const Tables& tables) {
  std::vector<std::string> names;
  for (const auto* table : tables)
    for (const auto& point : table->points) add_once(names, point.rung);
  return names;
}

// Sizes that lie too close to each other for a label each are left to round numbers.
std::vector<double> sizes_of_rungs(const Tables& tables, bool by_ranks) {
  std::set<int> sizes;
  for (const auto* table : tables)
    for (const auto& point : table->points)
      sizes.insert(by_ranks ? point.shape.ranks.value_or(0) : point.shape.nodes.value_or(0));
  return {sizes.begin(), sizes.end()};
}

bool are_spread(const std::vector<double>& sizes, Scale scale) {
  if (sizes.size() > 8) return false;
  if (scale == Scale::binary) {
    for (std::size_t i = 1; i < sizes.size(); ++i)
      if (sizes[i] < 1.25 * sizes[i - 1]) return false;
    return true;
  }
  for (std::size_t i = 1; i < sizes.size(); ++i)
    if (sizes[i] - sizes[i - 1] < 0.08 * (sizes.back() - sizes.front())) return false;
  return true;
}

// "8, bf16" of two devices; empty for an only line.
std::string line_name(const ScalingTable& table, const std::optional<DeviceKind>& device, bool of_both) {
  auto name = axes_text(table.axes);
  if (of_both && device) name += (name.empty() ? "" : ", ") + to_text(*device);
  return name;
}

struct Line {
  Series marks{};
  Series dots{.form = Form::dots};
  std::size_t most_runs = 0;  // of a rung
};

void sort_by_x(Series& series) { std::ranges::stable_sort(series.marks, {}, &Mark::x); }

Line line_of(const Axis& axis, const ScalingTable& table, const std::optional<DeviceKind>& device,
             const ValueOfPoint& value, const ValuesOfRuns& runs) {
  Line line;
  for (std::size_t k = 0; k < table.points.size(); ++k) {
    const auto& point = table.points[k];
    auto mark = point.shape.device == device ? value(table, point) : std::nullopt;
    if (!mark) continue;
    mark->x = size_of(axis, table, point);
    line.marks.marks.push_back(*mark);
    const auto all = runs(table, k);
    line.most_runs = std::max(line.most_runs, all.size());
    if (all.size() > 1)
      for (const double y : thinned(all, kMostDots))
        line.dots.marks.push_back({.x = mark->x, .y = {.centre = y}});
  }
  sort_by_x(line.marks);
  sort_by_x(line.dots);
  return line;
}

}  // namespace

Tables tables_of(const Report& report, Scaling scaling) {
  Tables tables;
  for (const auto& table : report.tables)
    if (table.scaling == scaling) tables.push_back(&table);
  return tables;
}

Axis size_axis(const Tables& tables, Scale scale) {
  const bool have_ranks = all_points(tables, [](const auto& p) { return p.shape.ranks.has_value(); });
  const bool have_nodes = all_points(tables, [](const auto& p) { return p.shape.nodes.has_value(); });
  if (!have_ranks && !have_nodes)
    return {.label = "rung", .scale = Scale::names, .names = rung_names(tables)};
  auto sizes = sizes_of_rungs(tables, have_ranks);
  if (!are_spread(sizes, scale)) sizes.clear();
  return {.label = have_ranks ? kRanks : kNodes, .scale = scale, .ticks = std::move(sizes)};
}

double size_of(const Axis& axis, const ScalingTable&, const ScalingPoint& point) {
  if (axis.label == kRanks) return point.shape.ranks.value_or(1);
  if (axis.label == kNodes) return point.shape.nodes.value_or(1);
  const auto at = std::ranges::find(axis.names, point.rung);
  return static_cast<double>(at - axis.names.begin());
}

void add_ladder_lines(Chart& chart, const Tables& tables, const ValueOfPoint& value,
                      const ValuesOfRuns& runs) {
  const bool of_both = has_both_devices(tables);
  std::vector<std::optional<DeviceKind>> devices{DeviceKind::cpu, DeviceKind::gpu, std::nullopt};
  std::size_t lines = 0;
  std::size_t most_runs = 0;
  for (const auto* table : tables)
    for (const auto& device : devices) {
      auto line = line_of(chart.x, *table, device, value, runs);
      if (line.marks.marks.empty() || ++lines > kMostSeries) continue;
      line.marks.name = line_name(*table, device, of_both);
      if (line.marks.name.empty()) line.marks.name = "measured";
      most_runs = std::max(most_runs, line.most_runs);
      chart.series.push_back(std::move(line.marks));
      if (!line.dots.marks.empty()) chart.series.push_back(std::move(line.dots));
    }
  if (lines > kMostSeries)
    chart.notes.push_back(fmt::format("{} of {} lines are drawn; the tables have all.", kMostSeries, lines));
  if (most_runs > kMostDots)
    chart.notes.push_back(
        fmt::format("At most {} of the {} runs of a rung are drawn.", kMostDots, most_runs));
}

}  // namespace scalegen::charts

#include "analysis/report/formats.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analysis/document/texts.hpp"
#include "core/text.hpp"

namespace scalegen::report {
namespace {

/// Positions of the points of a table, by size.
using PointsBySize = std::map<int, std::size_t>;

/// A region of the file holds the comparable points of one table.
struct Region {
  const ScalingTable* table = nullptr;
  PointsBySize points{};
};

/// The points of a file: on one kind of device, counted in ranks or in nodes.
struct Kind {
  std::optional<DeviceKind> device{};
  bool counts_nodes = false;
  auto operator<=>(const Kind&) const = default;
};

Kind kind_of(const ScalingPoint& point) {
  return {.device = point.shape.device, .counts_nodes = !point.shape.ranks};
}

std::optional<int> size_of(const ScalingPoint& point) {
  return point.shape.ranks ? point.shape.ranks : point.shape.nodes;
}

// Without a comparison with the baseline nothing tells whether a value is of the same work.
bool is_comparable(const ScalingTable& table, const ScalingPoint& point) {
  return table.no_speedups.empty() && !table.of_equal_work.y.empty() && point.typical &&
         point.no_speedup.empty() && size_of(point);
}

std::optional<Kind> most_frequent_kind(const Report& report) {
  std::map<Kind, std::set<int>> sizes;
  for_each_comparison(report.tables, [&](const auto& table, const auto& point) {
    if (is_comparable(table, point)) sizes[kind_of(point)].insert(*size_of(point));
  });
  const auto most = std::ranges::max_element(sizes, {}, [](const auto& kind) { return kind.second.size(); });
  return most == sizes.end() ? std::nullopt : std::optional(most->first);
}

// A reader ends a word at any blank and takes "->" for a call: names are one line, without it.
std::string plain(const std::string& name) {
  auto text = without_control_characters(name);
  std::ranges::replace(text, '\n', ' ');
  std::ranges::replace(text, '\t', ' ');
  for (auto at = text.find("->"); at != std::string::npos; at = text.find("->")) text.replace(at, 2, "-");
  return text;
}

Region region_of(const ScalingTable& table, const Kind& kind, Texts& left_out) {
  Region region{.table = &table};
  for (std::size_t k = 0; k < table.points.size(); ++k) {
    const auto& point = table.points[k];
    const auto leave_out = [&](const std::string& why) {
      left_out.push_back(fmt::format("{}: {}", point_name(table, point.rung), why));
    };
    if (!table.no_speedups.empty())
      leave_out(table.no_speedups);
    else if (!point.typical)
      leave_out("it has no value");
    else if (!is_comparable(table, point))
      leave_out(point.no_speedup.empty() ? "its size is unknown" : point.no_speedup);
    else if (kind_of(point) != kind)
      leave_out("it is of another kind than most");
    else if (const auto [other, is_new] = region.points.emplace(*size_of(point), k); !is_new)
      leave_out("as large as " + table.points[other->second].rung);
  }
  return region;
}

// All regions have the points of the first POINTS line, in its order.
void keep_common_sizes(std::vector<Region>& regions, Texts& left_out) {
  for (auto& region : regions)
    std::erase_if(region.points, [&](const auto& sized) {
      const bool is_common = std::ranges::all_of(regions, [&](const auto& other) {
        return &other == &region || other.points.contains(sized.first);
      });
      if (!is_common)
        left_out.push_back(fmt::format("{}: not every table has this size",
                                       point_name(*region.table, region.table->points[sized.second].rung)));
      return !is_common;
    });
}

std::string metric_name(const Metric& metric) {
  if (metric.source == MetricSource::wall_time) return "wall_time_s";
  return metric.unit.empty() ? "value" : plain(metric.unit);
}

// They come from logarithms, so that their last digits mean nothing.
Texts times_of_equal_work(const ScalingTable& table, std::size_t k) {
  Texts times;
  for (const double log_time : stats::observed(table.of_equal_work.y[k]))
    times.push_back(fmt::format("{:.12g}", std::exp(log_time)));
  return times;
}

std::string region_text(const ReportHead& head, const Region& region) {
  const auto& table = *region.table;
  const auto name = table_name(table);
  auto text = fmt::format("REGION {}\n", plain(name.empty() ? "sweep" : name));
  text += "METRIC time_of_equal_work\n";
  for (const auto& [size, k] : region.points)
    text += fmt::format("DATA {}\n", fmt::join(times_of_equal_work(table, k), " "));
  text += fmt::format("METRIC {}\n", metric_name(head.metric));
  for (const auto& [size, k] : region.points)
    text += fmt::format("DATA {}\n", fmt::join(values_of(table.points[k].runs), " "));
  return text;
}

Texts starred_points(const std::vector<Region>& regions) {
  Texts stars;
  for (const auto& [table, points] : regions)
    for (const auto& [size, k] : points)
      if (ratio_star(table->points[k]) != nullptr) stars.push_back(point_name(*table, table->points[k].rung));
  return stars;
}

std::string comments(const Report& report, const Kind& kind, const std::vector<Region>& regions,
                     const Texts& left_out) {
  auto text = fmt::format("# {}\n", plain(report.head.title));
  text += fmt::format("# p: {}{}\n", kind.counts_nodes ? "nodes" : "ranks",
                      kind.device ? fmt::format(", on {}s", to_text(*kind.device)) : "");
  if (const auto stars = starred_points(regions); !stars.empty())
    text += fmt::format("# with a star in the report, which says why: {}\n",
                        plain(fmt::format("{}", fmt::join(stars, ", "))));
  for (const auto& line : left_out) text += fmt::format("# left out: {}\n", plain(line));
  return text;
}

Texts sizes_of(const Region& region) {
  Texts sizes;
  for (const auto& [size, k] : region.points) sizes.push_back(std::to_string(size));
  return sizes;
}

}  // namespace

Result<std::string> render_extrap(const Report& report) {
  Texts left_out;
  std::vector<Region> regions;
  const auto kind = most_frequent_kind(report);
  for (const auto& table : report.tables)
    regions.push_back(region_of(table, kind.value_or(Kind{}), left_out));
  std::erase_if(regions, [](const Region& region) { return region.points.empty(); });
  keep_common_sizes(regions, left_out);
  if (regions.empty() || regions.front().points.empty())
    return failure(
        "there is no point that Extra-P could model: no rung of known size has a figure that compares",
        "'scalegen report' says why each has none", left_out);
  auto text = comments(report, *kind, regions, left_out);
  text += fmt::format("PARAMETER p\nPOINTS {}\n", fmt::join(sizes_of(regions.front()), " "));
  for (const auto& region : regions) text += region_text(report.head, region);
  return text;
}

}  // namespace scalegen::report

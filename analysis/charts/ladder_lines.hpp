#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/charts/chart.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::charts {

using Tables = std::vector<ScalingTable>;

/// A figure as a mark, hollow if it has a star.
inline std::optional<Mark> mark_of(const std::optional<stats::Estimate>& figure, const Finding* star) {
  if (!figure) return std::nullopt;
  return Mark{.y = *figure, .is_starred = star != nullptr};
}

/// What a chart shows of rungs.
struct LineFigures {
  std::function<std::optional<Mark>(const ScalingTable&, const ScalingPoint&)> value{};  // nullopt: nothing
  std::function<std::vector<double>(const ScalingTable&, std::size_t)> runs{};           // single ones
  /// Adds to a line what it would be at the next doubling.
  std::function<void(const ScalingTable&, const std::optional<DeviceKind>&, Series& line)> beyond{};
};

/// Lines over the size of rungs, one for each table and kind of device, and the single runs behind them. The
/// x of a rung is its ranks; its nodes if no rung has ranks; its place in the ladder if some rung has
/// neither. If nodes are filled differently, there is a line for each number of ranks on a node; where two
/// rungs have one size, all marks are named. Adds a note of lines beyond kMostSeries.
void add_ladder_lines(Chart& chart, const Tables& tables, const LineFigures& figures);

/// The x axis of such a chart. Scale::names if sizes are not known.
Axis size_axis(const Tables& tables);

/// True if sizes on that axis are ranks; else they are nodes or names.
bool counts_workers(const Axis& axis);

/// The x of a rung on that axis.
double size_of(const Axis& axis, const ScalingPoint& point);

/// True if a line has so many marks.
bool has_line_of(std::size_t marks, const Chart& chart);

/// A tick at each of these values; none, for round ones, if they lie too close to each other for a label.
std::vector<double> ticks_at(std::vector<double> values, Scale scale);

/// "1gpu"; "the baseline" if no rung is it.
std::string name_of_baseline(const report::ReportHead& head);

}  // namespace scalegen::charts

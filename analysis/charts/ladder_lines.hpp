#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "analysis/charts/chart.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::charts {

using Tables = std::vector<const ScalingTable*>;

/// The tables of one kind of scaling.
Tables tables_of(const report::Report& report, Scaling scaling);

/// A figure as a mark, hollow if it has a star.
inline std::optional<Mark> mark_of(const std::optional<stats::Estimate>& figure, const Finding* star) {
  if (!figure) return std::nullopt;
  return Mark{.y = *figure, .is_starred = star != nullptr};
}

/// What a chart shows of a rung; nullopt: nothing.
using ValueOfPoint = std::function<std::optional<Mark>(const ScalingTable&, const ScalingPoint&)>;

/// The values of a rung's single runs.
using ValuesOfRuns = std::function<std::vector<double>(const ScalingTable&, std::size_t)>;

/// Lines over the size of rungs, one for each table and kind of device, and the single runs behind them. The
/// x of a rung is its ranks; its nodes if no rung has ranks; its place in the ladder if some rung has
/// neither. Adds notes of what is left out: lines beyond kMostSeries, and runs beyond kMostDots of a rung.
void add_ladder_lines(Chart& chart, const Tables& tables, const ValueOfPoint& value,
                      const ValuesOfRuns& runs);

/// The x axis of such a chart. Scale::names if sizes are not known.
Axis size_axis(const Tables& tables, Scale scale);

/// The x of a rung on that axis.
double size_of(const Axis& axis, const ScalingTable& table, const ScalingPoint& point);

inline constexpr std::size_t kMostDots = 40;

}  // namespace scalegen::charts

#pragma once
#include <string>
#include <vector>

#include "analysis/charts/chart.hpp"

namespace scalegen::charts {

struct Tick {
  double at = 0;  // from 0, the axis's beginning, to 1
  std::string text{};
  bool operator==(const Tick&) const = default;
};

/// Where an axis ends: a little beyond its values, or at the round numbers around them.
enum class Ends { beyond, round };

/// An axis with its limits: maps values to positions from 0 to 1.
class ScaledAxis {
 public:
  /// Ticks are `least_step` apart at least: 1 where all values are whole, as epochs are.
  ScaledAxis(const Axis& axis, double least, double most, double least_step = 0, Ends ends = Ends::beyond);

  /// Below 0 or above 1 for a value beyond the limits.
  [[nodiscard]] double position(double value) const;

  /// About `count` of them, of doublings twice as many; those that the axis gives if it does.
  [[nodiscard]] std::vector<Tick> ticks(int count) const;

 private:
  [[nodiscard]] std::vector<double> values_of_ticks(int count) const;
  [[nodiscard]] double step_of_ticks(double low, double high, int count) const;

  Axis axis_{};
  double least_step_ = 0;
  double step_ = 0;  // between the ticks of round ends
  double low_ = 0;
  double high_ = 1;
};

/// Both axes of a chart, so that all marks, intervals and bands are inside.
struct PlotArea {
  ScaledAxis x;
  ScaledAxis y;
};
PlotArea plot_area(const Chart& chart);

/// A round number as short as it can be: "0.25", "1500", "20k", "3M".
std::string tick_text(double value);

/// Where each bar of a stacked chart begins: at the sum of those of the series before it at the same x. Bars
/// below 0 are stacked downwards. By series and mark; 0 for what is no bar.
std::vector<std::vector<double>> bar_bases(const Chart& chart);

/// The colour of each series, below kMostSeries; dots have that of the series before them.
std::vector<std::size_t> colours_of(const Chart& chart);

}  // namespace scalegen::charts

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

/// An axis with its limits: maps values to positions from 0 to 1.
class ScaledAxis {
 public:
  /// Ticks are `least_step` apart at least: 1 where all values are whole, as epochs are.
  ScaledAxis(const Axis& axis, double least, double most, double least_step = 0);

  /// Below 0 or above 1 for a value beyond the limits.
  [[nodiscard]] double position(double value) const;

  /// At most about `count` of them, fewer if the axis gives its own.
  [[nodiscard]] std::vector<Tick> ticks(int count) const;

 private:
  [[nodiscard]] std::vector<double> values_of_ticks(int count) const;

  Axis axis_{};
  double least_step_ = 0;
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

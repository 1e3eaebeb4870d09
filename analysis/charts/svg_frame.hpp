#pragma once
#include <string>
#include <vector>

#include "analysis/charts/plot_area.hpp"

namespace scalegen::charts {

struct Place {
  double x = 0;
  double y = 0;
};

/// Where the values of a chart are in its drawing, in pixels: x to the right and y upwards. Names stand at
/// the left, one below the other, and their values go to the right.
struct Frame {
  PlotArea area;
  bool has_names = false;
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;

  /// `aside`: so many pixels beside the others of the same x.
  [[nodiscard]] Place at(double x, double y, double aside = 0) const {
    const double along = area.x.position(x), far = area.y.position(y);
    if (has_names) return {left + far * width, top + along * height + aside};
    return {left + along * width + aside, top + (1 - far) * height};
  }
};

/// About the width of a character, of the widest font that a page may have.
inline constexpr double kLetter = 7;

/// All series of a chart, and names beside marks.
std::string drawn_series(const Chart& chart, const Frame& frame);

/// The sample of a series for a legend: around y = 0, 22 pixels wide.
std::string svg_sample(const Chart& chart, std::size_t series);

/// Hatches for bars: prints in grey tell them apart, too.
std::string svg_hatches(const Chart& chart);

}  // namespace scalegen::charts

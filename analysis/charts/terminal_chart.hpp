#pragma once
#include <cstddef>
#include <string>

#include "analysis/charts/chart.hpp"

namespace scalegen::charts {

/// True of charts that characters can draw: lines of marks.
bool is_for_terminal(const Chart& chart);

/// The chart in characters, `width` columns wide, at least 40: a letter for each series, '|' for intervals,
/// '.' for what is ideal, and '*' for a value with a star.
std::string render_terminal(const Chart& chart, std::size_t width);

}  // namespace scalegen::charts

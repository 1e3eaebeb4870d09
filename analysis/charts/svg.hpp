#pragma once
#include <string>

#include "analysis/charts/chart.hpp"

namespace scalegen::charts {

/// The chart as an <svg> element for a page, whose style sheet has the colours: series n is of class `s<n>`,
/// from 0. It has a <title> and a <desc>, and no text beside axes and legend.
std::string svg_element(const Chart& chart);

/// The chart as a file of its own, with its title above it, for light paper.
std::string svg_file(const Chart& chart);

}  // namespace scalegen::charts

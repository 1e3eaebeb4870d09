#pragma once
#include "analysis/charts/chart.hpp"
#include "core/text_table.hpp"

namespace scalegen::charts {

/// The values of a chart for who does not see it: a row for each place on the x axis and a column for each
/// series; of lines of many values a row each, with their mean, least and most.
TextTable chart_table(const Chart& chart);

}  // namespace scalegen::charts

#pragma once
#include <vector>

#include "analysis/charts/chart.hpp"
#include "app/history/history.hpp"
#include "app/history/history_text.hpp"

namespace scalegen::history {

/// For each sweep's name its figures over time: a line for each rung on each cluster, and a place for each
/// run directory, by when it was measured. Sweeps that were measured once have no chart. Its id is made of
/// the sweep's name.
std::vector<charts::Chart> history_charts(const History& history, const Filter& filter);

}  // namespace scalegen::history

#include "app/history/history_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "app/history/changes.hpp"

namespace scalegen::history {
namespace {

using charts::Chart;
using charts::Series;

// Figures of other units do not share an axis.
using NameAndUnit = std::pair<std::string, std::string>;  // the sweep's name, its unit

std::string line_name(const Entry& entry, bool of_several_clusters) {
  return of_several_clusters ? fmt::format("{} on {}", entry.rung->name, entry.sweep->cluster)
                             : entry.rung->name;
}

// The sweeps in their order, each once.
std::vector<const IndexedSweep*> sweeps_of(const std::vector<Entry>& entries) {
  std::vector<const IndexedSweep*> sweeps;
  for (const auto& entry : entries)
    if (std::ranges::find(sweeps, entry.sweep) == sweeps.end()) sweeps.push_back(entry.sweep);
  return sweeps;
}

bool are_of_several_clusters(const std::vector<const IndexedSweep*>& sweeps) {
  std::set<std::string> clusters;
  for (const auto* sweep : sweeps) clusters.insert(sweep->cluster);
  return clusters.size() > 1;
}

Series& line_called(Chart& chart, const std::string& name) {
  for (auto& series : chart.series)
    if (series.name == name) return series;
  return chart.series.emplace_back(Series{.name = name});
}

Chart chart_of(const NameAndUnit& key, const std::vector<Entry>& entries) {
  const auto sweeps = sweeps_of(entries);
  const bool of_several_clusters = are_of_several_clusters(sweeps);
  Chart chart{.title = key.first,
              .says = fmt::format("The figures of the sweeps called {}, by date.", key.first),
              .x = {.label = "measured (UTC)", .scale = charts::Scale::names},
              .y = {.label = key.second, .from_zero = true}};
  for (const auto* sweep : sweeps) chart.x.names.push_back(day_text(sweep->measured));
  for (const auto& entry : entries) {
    const auto at = std::ranges::find(sweeps, entry.sweep) - sweeps.begin();
    line_called(chart, line_name(entry, of_several_clusters))
        .marks.push_back(
            {.x = static_cast<double>(at), .y = entry.rung->typical, .is_starred = entry.rung->is_marked});
  }
  if (chart.series.size() > charts::kMostSeries) {
    chart.notes.push_back(fmt::format("{} of {} lines are drawn; --rung chooses one.", charts::kMostSeries,
                                      chart.series.size()));
    chart.series.resize(charts::kMostSeries);
  }
  return chart;
}

// A name of a file: that of the sweep, with a number if another chart has it. A plan that somebody wrote may
// hold any name.
std::string id_for(const std::string& name, const std::vector<Chart>& others) {
  constexpr std::size_t kLongest = 64;
  auto id = "history-" + name.substr(0, kLongest);
  for (auto& c : id)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  const auto is_taken = [&](const std::string& one) {
    return std::ranges::any_of(others, [&](const Chart& chart) { return chart.id == one; });
  };
  if (!is_taken(id)) return id;
  int number = 2;
  while (is_taken(fmt::format("{}-{}", id, number))) ++number;
  return fmt::format("{}-{}", id, number);
}

}  // namespace

std::vector<Chart> history_charts(const History& history, const Filter& filter) {
  std::map<NameAndUnit, std::vector<Entry>> by_name;
  for (const auto& entry : wanted_entries(history, filter))
    by_name[{entry.sweep->name, entry.sweep->unit}].push_back(entry);
  std::vector<Chart> charts;
  for (const auto& [key, entries] : by_name) {
    if (sweeps_of(entries).size() < 2) continue;
    auto chart = chart_of(key, entries);
    chart.id = id_for(key.first, charts);
    charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace scalegen::history

#include "analysis/charts/charts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/charts/plot_area.hpp"
#include "analysis/document/texts.hpp"

namespace scalegen::charts {

std::vector<Chart> charts_of(const report::Report& report, const std::vector<StepTimeline>& timelines) {
  std::vector<Chart> all;
  for (auto& some : {scaling_charts(report), axis_charts(report), loss_charts(report), cost_charts(report),
                     training_charts(report), step_charts(report, timelines)})
    append(all, some);
  return all;
}

Chart chart_of_table(const std::string& id, const std::string& title, const report::Report& report,
                     std::size_t t) {
  const auto name = table_name(report.tables[t]);
  return {.id = report.tables.size() == 1 ? id : fmt::format("{}-{}", id, t + 1),
          .title = name.empty() ? title : title + ", " + name};
}

void share_scale(std::vector<Chart>& charts) {
  if (charts.size() < 2) return;
  double most = 0;
  for (const auto& chart : charts) {
    const auto bases = bar_bases(chart);
    for (std::size_t s = 0; s < bases.size(); ++s)
      for (std::size_t m = 0; m < bases[s].size(); ++m) {
        const auto& y = chart.series[s].marks[m].y;
        most = std::max(most, bases[s][m] + (y.interval ? y.interval->high : y.centre));
      }
  }
  for (auto& chart : charts) chart.y.reach = most;
}

std::vector<Chart> charts_of_tables(const report::Report& report, std::size_t most,
                                    const std::function<Chart(std::size_t)>& of_table) {
  std::vector<Chart> charts;
  for (std::size_t t = 0; t < std::min(report.tables.size(), most); ++t)
    if (auto chart = of_table(t); !chart.series.empty()) charts.push_back(std::move(chart));
  share_scale(charts);
  if (!charts.empty() && report.tables.size() > most)
    charts.back().notes.push_back(
        fmt::format("Of {} tables the first {} have such a chart.", report.tables.size(), most));
  return charts;
}

}  // namespace scalegen::charts

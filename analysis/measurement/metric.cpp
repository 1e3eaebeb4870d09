#include "analysis/measurement/metric.hpp"

namespace scalegen {
namespace {

// The first pattern is what is scaled.
Figure figure_of_patterns(const std::vector<MetricPattern>& patterns) {
  const auto& first = patterns.front();
  Figure figure{.source = FigureSource::printed,
                .quantity = first.higher_is_better ? Quantity::rate : Quantity::time,
                .unit = first.unit,
                .pattern = first};
  for (std::size_t i = 1; i < patterns.size(); ++i) figure.not_read.push_back(patterns[i].name);
  return figure;
}

}  // namespace

Figure figure_of(const PlanHead& head, FigureSource source) {
  if (source == FigureSource::printed) return figure_of_patterns(head.metrics);
  if (source == FigureSource::wall_time) return {.source = source, .quantity = Quantity::time, .unit = "s"};
  return {.unit = head.workload.starts_with("mnist") ? "images/s" : "samples/s"};
}

std::string to_text(FigureSource source) {
  switch (source) {
    case FigureSource::event_lines:
      return "event lines";
    case FigureSource::printed:
      return "what the program printed";
    case FigureSource::wall_time:
      return "wall time of the whole command";
    case FigureSource::table:
      return "a table";
  }
  return "";
}

}  // namespace scalegen

#include "analysis/readers/metric.hpp"

#include "core/metric_unit.hpp"

namespace scalegen {
namespace {

// The first pattern is the metric of the report.
Metric metric_of_patterns(const std::vector<MetricPattern>& patterns) {
  const auto& first = patterns.front();
  Metric metric{.source = MetricSource::printed,
                .quantity = first.higher_is_better ? Quantity::rate : Quantity::time,
                .unit = first.unit,
                .pattern = first};
  for (std::size_t i = 1; i < patterns.size(); ++i) metric.not_read.push_back(patterns[i].name);
  return metric;
}

}  // namespace

Metric metric_of(const Plan& plan, MetricSource source) {
  const auto& head = plan.head;
  if (source == MetricSource::printed) return metric_of_patterns(head.metrics);
  if (source == MetricSource::wall_time) return {.source = source, .quantity = Quantity::time, .unit = "s"};
  const auto* const counted = plan.runs.empty() ? nullptr : find(*plan.runs.front().settings, "batch_unit");
  if (counted != nullptr) return {.unit = to_text(*counted) + "/s"};
  return {.unit = head.workload.starts_with("mnist") ? "images/s" : "samples/s"};
}

bool is_time_of_run(const Metric& metric) {
  return metric.quantity == Quantity::time && is_bare_time(parse_unit(metric.unit)) && !metric.is_of_a_part;
}

std::string to_text(MetricSource source) {
  if (source == MetricSource::event_lines) return "event lines";
  if (source == MetricSource::printed) return "what the program printed";
  return source == MetricSource::wall_time ? "wall time of the whole command" : "a table";
}

}  // namespace scalegen

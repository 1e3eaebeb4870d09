#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/plan.hpp"

namespace scalegen {

/// The kind of a metric. A higher rate is better, a shorter time is.
enum class Quantity { rate, time };

/// The sources of values, the best first.
enum class MetricSource { event_lines, printed, wall_time, table };

/// The meaning of the values of a report.
struct Metric {
  MetricSource source = MetricSource::event_lines;
  Quantity quantity = Quantity::rate;
  std::string unit{};                      // as people write it: images/s, ms/step, s
  std::optional<MetricPattern> pattern{};  // that found a printed one
  std::vector<std::string> not_read{};     // names of the plan's other patterns
  bool is_of_a_part = false;  // a time that runs print many times, in a unit that does not say of what
  bool operator==(const Metric&) const = default;
};

/// The metric of a plan's runs, given the source of their values: step lines count what its batches do.
Metric metric_of(const Plan& plan, MetricSource source);

/// True if a value is the time of the whole of a run, start-up and all, not of a step.
bool is_time_of_run(const Metric& metric);

/// "event lines", "what the program printed", "wall time of the whole command", "a table"
std::string to_text(MetricSource source);

}  // namespace scalegen

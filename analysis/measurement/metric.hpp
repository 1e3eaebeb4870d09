#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/plan.hpp"

namespace scalegen {

/// What was measured of a run. A rate is judged by its inverse, a time by itself.
enum class Quantity { rate, time };

/// What a figure was taken from. Of those that a run of one's own program may have, the best first.
enum class MetricSource { event_lines, printed, wall_time, table };

/// What the values of a report are.
struct Metric {
  MetricSource source = MetricSource::event_lines;
  Quantity quantity = Quantity::rate;
  std::string unit{};                      // as people write it: images/s, ms/step, s
  std::optional<MetricPattern> pattern{};  // by which a printed one was found
  std::vector<std::string> not_read{};     // names of the plan's other patterns
  bool operator==(const Metric&) const = default;
};

/// What the values of a plan's runs are, once it is known where they come from.
Metric metric_of(const PlanHead& head, MetricSource source);

/// "event lines", "what the program printed", "wall time of the whole command", "a table"
std::string to_text(MetricSource source);

}  // namespace scalegen

#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// A line of a log for a message: as excerpt_of, and its number from 1.
struct LineOfLog {
  std::int64_t number = 0;
  std::string text{};
  bool operator==(const LineOfLog&) const = default;
};

/// A pattern for the figure of a log, whose unit the log says.
struct ProposedMetric {
  MetricPattern pattern{};
  LineOfLog line{};  // the first that it matches
  std::int64_t matches = 0;
  bool operator==(const ProposedMetric&) const = default;
};

/// What a log says of its speed. Without a metric there may be lines that have one, the likeliest first.
struct MetricProposal {
  bool has_event_lines = false;  // of scalegen: they are read without a pattern
  std::optional<ProposedMetric> metric{};
  std::vector<LineOfLog> likely{};  // at most three
  bool operator==(const MetricProposal&) const = default;
};

/// Looks for the figure in the first and the last 2 MiB of a log: a rate that names what it counts, then one
/// of steps or FLOP, then a time. Never a loss, an accuracy, or what is said of a validation. A pattern is
/// proposed only if all that it matches there are figures that reports can read.
Result<MetricProposal> propose_metric(const std::filesystem::path& log);

/// The line of a sweep file: metrics: {throughput: {regex: '{number} images/s', unit: images/s}}
std::string metrics_line(const MetricPattern& pattern);

/// The same for --metrics: throughput={number} images/s,images/s
std::string metrics_option(const MetricPattern& pattern);

}  // namespace scalegen

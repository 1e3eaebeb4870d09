#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/measurement/gpu_usage.hpp"
#include "analysis/measurement/metric.hpp"
#include "analysis/measurement/placement.hpp"
#include "analysis/measurement/window.hpp"
#include "analysis/readers/printed_metric.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"

namespace scalegen {

/// What one run gave.
struct Measurement {
  std::string run{};
  int round = 1;
  std::string attempt{};
  std::string unmeasured{};       // why there is no value; empty: there is one
  std::optional<double> value{};  // in the figure's unit
  MetricSource source = MetricSource::event_lines;
  std::optional<MeasuredWindow> window{};  // of event lines
  std::optional<PrintedMetric> printed{};
  std::optional<TimeSpan> command{};     // whose wall time is the value
  std::optional<double> loop_seconds{};  // the whole training loop
  std::optional<double> accuracy{};      // of the last evaluation
  std::optional<TrainerStart> start{};
  Settings conditions{};  // what must be equal where runs are compared: as seen, else as asked for
  std::vector<GpuUsage> gpus{};
  Placement placement{};   // of a run that has ended, whether it is measured or not
  bool is_edited = false;  // by a script that is not what scalegen wrote
  bool operator==(const Measurement&) const = default;
};

/// Reads the last attempt of a run. Only a completed run is measured; whatever else became of it is its
/// reason. A program of one's own that writes no step lines is measured by what it prints, where the sweep
/// says how, else by the wall time of the whole command.
Measurement measure(const RunRecord& record, const PlanHead& head, const RunDirectory& directory);

/// The values of a rung's measured runs, in the order of rounds.
std::vector<double> values_of(const std::vector<Measurement>& runs);

}  // namespace scalegen

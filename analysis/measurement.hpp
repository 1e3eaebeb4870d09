#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/throughput.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"

namespace scalegen {

/// What one run gave.
struct Measurement {
  std::string run{};
  int round = 1;
  std::string attempt{};
  std::string unmeasured{};       // why there is no value; empty: there is one
  std::optional<double> value{};  // samples/s, or the seconds of an imported table
  std::optional<MeasuredWindow> window{};
  std::optional<double> loop_seconds{};  // the whole training loop
  std::optional<double> accuracy{};      // of the last evaluation
  std::optional<TrainerStart> start{};
  Settings conditions{};  // what must be equal where runs are compared: as seen, else as asked for
  std::vector<GpuUsage> gpus{};
  bool operator==(const Measurement&) const = default;
};

/// Reads the last attempt of a run. Only a completed run is measured; whatever else became of it is its
/// reason.
Measurement measure(const RunRecord& record, const RunDirectory& directory);

}  // namespace scalegen

#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/measurement/measurement.hpp"
#include "analysis/statistics/summary.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// Values from 0 to some length, summed up in parts as narrow as an eye tells apart: every value counts, and
/// memory does not grow with them.
struct Trace {
  static constexpr std::size_t kMostParts = 200;
  double width = 1;  // of a part
  std::vector<stats::Summary> parts{};

  void add(double at, const std::optional<double>& value);
};

/// The seconds of each step of a run, over the binary logarithm of its number, from 1: warm-up is short.
struct StepTimeline {
  std::size_t table = 0;  // of the report
  std::string rung{};
  std::string run{};
  Trace warm_up{};  // that the run's window leaves out
  Trace measured{};
};

/// Reads the steps of a measured run again. Returns nullopt if its value is not from event lines.
std::optional<StepTimeline> read_step_timeline(const Measurement& run, const RunDirectory& directory);

}  // namespace scalegen

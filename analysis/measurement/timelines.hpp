#pragma once
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/measurement/measurement.hpp"
#include "analysis/measurement/window.hpp"
#include "analysis/readers/gpu_log.hpp"
#include "analysis/statistics/summary.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// Values from 0 to some length, such as a time, summed up in parts as narrow as an eye tells apart: every
/// value counts, and memory does not grow with them.
struct Trace {
  static constexpr std::size_t kMostParts = 200;
  double width = 1;  // of a part
  std::vector<stats::Summary> parts{};

  void add(double at, const std::optional<double>& value);
  void add(const Trace& other);
};

/// What a monitor reads of a GPU over time.
inline constexpr std::array kGpuReadings{&GpuSample::utilisation_percent, &GpuSample::memory_mib,
                                         &GpuSample::power_w};

struct GpuTimeline {
  std::string run{};
  TimeSpan window{};                                                     // else the whole command
  std::map<std::string, std::array<Trace, kGpuReadings.size()>> gpus{};  // by "host:uuid", over its seconds
};

/// Reads the monitors' files of a measured run again: the samples that its GpuUsage counts. Returns nullopt
/// if there is none.
std::optional<GpuTimeline> read_gpu_timeline(const Measurement& run, const RunDirectory& directory);

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

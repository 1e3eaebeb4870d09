#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/measurement/measurement.hpp"
#include "analysis/measurement/window.hpp"
#include "analysis/readers/gpu_log.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// The samples of the monitors of a run, also before and after its measured window.
struct GpuTimeline {
  std::string rung{};
  std::string run{};
  TimeSpan window{};                 // else the whole command
  std::vector<GpuSample> samples{};  // by file and time; a device is called "host:uuid"
};

/// Reads the monitors' files of a measured run again. Keeps some 3,000 samples of a GPU, however long its
/// file is. Returns nullopt if there is none.
std::optional<GpuTimeline> read_gpu_timeline(const std::string& rung, const Measurement& run,
                                             const RunDirectory& directory);

}  // namespace scalegen

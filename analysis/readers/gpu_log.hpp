#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/readers/clock_reasons.hpp"

namespace scalegen {

/// What nvidia-smi reported for one GPU at one time. "[N/A]" and the like are absent, never 0.
struct GpuSample {
  std::string device{};  // from the column that identifies GPUs
  double time = 0;       // Unix seconds
  std::optional<double> utilisation_percent{};
  std::optional<double> memory_mib{};
  std::optional<double> power_w{};
  std::optional<double> sm_clock_mhz{};
  std::optional<std::vector<Slowdown>> slowdowns{};
  bool operator==(const GpuSample&) const = default;
};

/// The fields that a job's monitor asks for, in a file without a header.
inline constexpr std::string_view kMonitorFields =
    "timestamp,index,uuid,utilization.gpu,memory.used,power.draw,clocks.sm";

struct GpuLog {
  std::vector<GpuSample> samples{};
  std::string unusable{};           // why nothing was read: "it is empty"
  std::vector<int> unread_lines{};  // numbers of lines that are no samples, or have a value that is none
  bool operator==(const GpuLog&) const = default;
};

/// Reads the output of `nvidia-smi --query-gpu=FIELDS --format=csv[,noheader][,nounits]`, one line per GPU
/// and sample. The header may be repeated, also behind a line that was cut off; a last line that was cut off
/// is skipped, and a line that stands twice counts once. GPUs are identified by that column of uuid,
/// pci.bus_id, index and gpu whose values differ within each sample and that the most lines have: in some
/// logs `index` does not. A file without such a column is not read, nor one whose units contradict its
/// header.
GpuLog read_nvidia_smi(std::string_view text, std::string_view fields = kMonitorFields);

}  // namespace scalegen

#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// Unix seconds of "2026/07/14 08:12:53.353" as nvidia-smi writes it, and of ISO 8601,
/// "2025-09-08T17:26:50+08:00". A time without an offset is UTC: the monitor runs with TZ=UTC.
std::optional<double> parse_timestamp(std::string_view text);

/// What nvidia-smi reported for one GPU at one time. "[N/A]" and the like are absent, never 0.
struct GpuSample {
  std::string device{};  // from the column that identifies GPUs; empty if there is none
  double time = 0;       // Unix seconds
  std::optional<double> utilisation_percent{};
  std::optional<double> memory_mib{};
  std::optional<double> power_w{};
  std::optional<double> sm_clock_mhz{};
  bool operator==(const GpuSample&) const = default;
};

/// The fields that a job's monitor asks for, in a file without a header.
inline constexpr std::string_view kMonitorFields =
    "timestamp,index,uuid,utilization.gpu,memory.used,power.draw,clocks.sm";

/// Reads the output of `nvidia-smi --query-gpu=FIELDS --format=csv[,noheader][,nounits]`, one line per GPU
/// and sample. The header may be repeated; a last line that was cut off is skipped. GPUs are identified by
/// the first of uuid, pci.bus_id, index and gpu whose values differ within each sample: in some logs `index`
/// does not.
std::vector<GpuSample> read_nvidia_smi(std::string_view text, std::string_view fields = kMonitorFields);

}  // namespace scalegen

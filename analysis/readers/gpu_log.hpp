#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// Unix seconds of "2026/07/14 08:12:53.353" as nvidia-smi writes it, and of ISO 8601,
/// "2025-09-08T17:26:50+08:00". A time without an offset is UTC: the monitor runs with TZ=UTC.
std::optional<double> parse_timestamp(std::string_view text);

/// What nvidia-smi said of one GPU at one time. "[N/A]" and the like are absent, never 0.
struct GpuSample {
  std::string device{};  // by what its lines can be told apart; empty where nothing does
  double time = 0;       // Unix seconds
  std::optional<double> utilisation_percent{};
  std::optional<double> memory_mib{};
  std::optional<double> power_w{};
  std::optional<double> sm_clock_mhz{};
  bool operator==(const GpuSample&) const = default;
};

/// The fields that the monitor of a job asks for, in a file without a header.
inline constexpr std::string_view kMonitorFields =
    "timestamp,index,uuid,utilization.gpu,memory.used,power.draw,clocks.sm";

/// Reads `nvidia-smi --query-gpu=FIELDS --format=csv[,noheader][,nounits]`, several GPUs line by line. A
/// header may come again; a last line that was cut off is left out. A column tells GPUs apart only if no two
/// lines of one sample share its value (uuid, pci.bus_id, index, gpu in this order): there are logs whose
/// `index` is none.
std::vector<GpuSample> read_nvidia_smi(std::string_view text, std::string_view fields = kMonitorFields);

}  // namespace scalegen

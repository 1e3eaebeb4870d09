#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/measurement/window.hpp"
#include "analysis/readers/attempt_listing.hpp"
#include "analysis/readers/gpu_log.hpp"

namespace scalegen {

/// One GPU during the measured window.
struct GpuUsage {
  std::string device{};
  int samples = 0;
  std::optional<double> utilisation_percent{};  // mean
  std::optional<double> peak_memory_mib{};
  std::optional<double> power_w{};       // mean
  std::optional<double> sm_clock_mhz{};  // median; for a single GPU only
  bool operator==(const GpuUsage&) const = default;
};

/// Usage by device, in order of first appearance. Samples outside the window are ignored.
std::vector<GpuUsage> gpu_usage(const std::vector<GpuSample>& samples, const TimeSpan& window);

/// All GPUs as one: the mean of their means, the largest memory, the sum of samples.
GpuUsage combine(const std::vector<GpuUsage>& gpus);

/// What the monitors of all hosts recorded within the window, from gpu.<host>.csv of an attempt. A device is
/// called "host:index". Empty if nothing was monitored.
std::vector<GpuUsage> read_gpu_usage(const AttemptListing& files, const TimeSpan& window);

}  // namespace scalegen

#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/measurement/window.hpp"
#include "analysis/readers/attempt_listing.hpp"
#include "analysis/readers/gpu_log.hpp"

namespace scalegen {

/// One GPU over the measured window.
struct GpuUsage {
  std::string device{};
  int samples = 0;
  std::optional<double> utilisation_percent{};  // mean
  std::optional<double> peak_memory_mib{};
  std::optional<double> power_w{};       // mean
  std::optional<double> sm_clock_mhz{};  // median; of one GPU alone
  bool operator==(const GpuUsage&) const = default;
};

/// By device, in the order in which they first appear; nothing of what lies outside the window.
std::vector<GpuUsage> gpu_usage(const std::vector<GpuSample>& samples, const TimeSpan& window);

/// Over all GPUs: each weighs the same, the memory is the largest of all, the samples are summed.
GpuUsage combine(const std::vector<GpuUsage>& gpus);

/// What the monitors of all hosts saw within the window: gpu.<host>.csv of an attempt's folder. A GPU is
/// called "host:index". Nothing where nothing was monitored.
std::vector<GpuUsage> read_gpu_usage(const AttemptListing& files, const TimeSpan& window);

}  // namespace scalegen

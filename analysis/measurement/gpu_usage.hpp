#pragma once
#include <map>
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
  std::map<Slowdown, double> slowed{};   // shares of samples, of all slowdowns or none; for a single GPU only
  bool is_idle = false;  // hardly busy and without memory in each of several samples; for a single GPU only
  bool operator==(const GpuUsage&) const = default;
};

/// All GPUs as one: the mean of their means, the largest memory, the sum of samples.
GpuUsage combine(const std::vector<GpuUsage>& gpus);

/// A monitor's file, such as gpu.<host>.csv, of which something was not read.
struct UnreadMonitor {
  std::string file{};
  std::string reason{};  // "it is empty"
  std::string detail{};  // about this file alone: "line 7 and 2 more"
  bool operator==(const UnreadMonitor&) const = default;
};

struct MonitoredGpus {
  std::vector<GpuUsage> gpus{};  // a device is called "host:uuid"
  std::vector<UnreadMonitor> unread{};
};

/// Reads what the monitors of all hosts recorded within the window, from the monitor_files of an attempt: by
/// file and first appearance of a device. No sample is kept. Empty if nothing was monitored.
MonitoredGpus read_gpu_usage(const AttemptListing& files, const TimeSpan& window);

}  // namespace scalegen

#pragma once
#include <vector>

#include "analysis/monitors/gpu_usage.hpp"
#include "analysis/readers/files_of_attempt.hpp"

namespace scalegen {

/// What the monitors of all hosts saw within the window: gpu.<host>.csv of an attempt's folder. A GPU is
/// called "host:index". Nothing where nothing was monitored.
std::vector<GpuUsage> gpus_of_attempt(const FilesOfAttempt& files, const TimeSpan& window);

}  // namespace scalegen

#pragma once
#include <filesystem>
#include <vector>

#include "analysis/monitors/gpu_usage.hpp"

namespace scalegen {

/// What the monitors of all hosts saw within the window: gpu.<host>.csv of an attempt's folder. A GPU is
/// called "host:index". Nothing where nothing was monitored.
std::vector<GpuUsage> gpus_of_attempt(const std::filesystem::path& attempt, const TimeSpan& window);

}  // namespace scalegen

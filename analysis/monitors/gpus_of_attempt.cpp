#include "analysis/monitors/gpus_of_attempt.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/files.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> monitor_files(const fs::path& attempt) {
  std::vector<fs::path> files;
  std::error_code ignored;  // no folder: nothing was monitored
  for (const auto& entry : fs::directory_iterator(attempt, ignored)) {
    const auto name = entry.path().filename().string();
    if (name.starts_with("gpu.") && entry.path().extension() == ".csv") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// "gpu.n1.csv" -> "n1"
std::string host_of(const fs::path& file) { return file.stem().string().substr(4); }

}  // namespace

std::vector<GpuUsage> gpus_of_attempt(const fs::path& attempt, const TimeSpan& window) {
  std::vector<GpuUsage> all;
  for (const auto& file : monitor_files(attempt)) {
    const auto text = read_file(file);
    if (!text) continue;
    for (auto gpu : gpu_usage(read_nvidia_smi(*text), window)) {
      gpu.device = fmt::format("{}:{}", host_of(file), gpu.device);
      all.push_back(std::move(gpu));
    }
  }
  return all;
}

}  // namespace scalegen

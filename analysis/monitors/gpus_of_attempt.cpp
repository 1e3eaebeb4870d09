#include "analysis/monitors/gpus_of_attempt.hpp"

#include <fmt/format.h>

#include "core/files.hpp"

namespace scalegen {

std::vector<GpuUsage> gpus_of_attempt(const FilesOfAttempt& files, const TimeSpan& window) {
  std::vector<GpuUsage> all;
  for (const auto& [file, host] : named_files(files, "gpu.", ".csv")) {
    const auto text = read_file(file);
    if (!text) continue;
    for (auto gpu : gpu_usage(read_nvidia_smi(*text), window)) {
      gpu.device = fmt::format("{}:{}", host, gpu.device);
      all.push_back(std::move(gpu));
    }
  }
  return all;
}

}  // namespace scalegen

#include "analysis/readers/gpu_log.hpp"

#include <cmath>

#include "check.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scalegen;
  const fuzz::FileInMemory file(data, size);
  std::size_t gpus = 0;
  const auto log = read_gpu_log(file.path(), [&](std::size_t gpu, GpuSample&& sample) {
    gpus = std::max(gpus, gpu + 1);
    fuzz::check(std::isfinite(sample.time), "a sample has a time");
    for (const auto& value :
         {sample.utilisation_percent, sample.memory_mib, sample.power_w, sample.sm_clock_mhz})
      fuzz::check(!value || std::isfinite(*value), "a value is a number");
  });
  if (!log) {
    fuzz::check_refusal(log.error());
    return 0;
  }
  const bool is_named = !log->unusable.empty() || log->devices.empty() || log->devices.size() >= gpus;
  fuzz::check(is_named, "each sample's GPU has a name");
  fuzz::check((log->unread_lines == 0) == (log->first_unread == 0),
              "the first line that is not read is known");
  return 0;
}

#include "analysis/measurement/gpu_usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "analysis/readers/gpu_log.hpp"
#include "analysis/statistics/summary.hpp"

namespace scalegen {
namespace {

/// The samples of a GPU, of which none is kept.
struct GpuSums {
  int samples = 0;
  stats::Summary utilisation{};
  stats::Summary memory{};
  stats::Summary power{};
  std::map<double, int> sm_clocks{};  // how often each was seen, in MHz
  std::map<Slowdown, int> slowdowns{};
  int with_slowdowns = 0;

  void add(const GpuSample& sample) {
    ++samples;
    utilisation.add(sample.utilisation_percent);
    memory.add(sample.memory_mib);
    power.add(sample.power_w);
    if (sample.sm_clock_mhz) ++sm_clocks[std::round(*sample.sm_clock_mhz)];
    with_slowdowns += sample.slowdowns ? 1 : 0;
    for (const auto slowdown : sample.slowdowns.value_or(std::vector<Slowdown>())) ++slowdowns[slowdown];
  }
  void add(const GpuSums& other) {
    samples += other.samples;
    utilisation.add(other.utilisation);
    memory.add(other.memory);
    power.add(other.power);
    for (const auto& [clock, count] : other.sm_clocks) sm_clocks[clock] += count;
    for (const auto& [slowdown, count] : other.slowdowns) slowdowns[slowdown] += count;
    with_slowdowns += other.with_slowdowns;
  }
};

std::optional<double> median_of(const std::map<double, int>& counts) {
  int all = 0;
  for (const auto& [value, count] : counts) all += count;
  int passed = 0;
  std::optional<double> lower;  // of the two in the middle
  for (const auto& [value, count] : counts) {
    passed += count;
    if (!lower && passed >= all - passed) lower = value;
    if (passed > all - passed) return (*lower + value) / 2;
  }
  return std::nullopt;
}

// Shares of the samples.
std::map<Slowdown, double> shares_of(const GpuSums& sums) {
  std::map<Slowdown, double> shares;
  if (sums.with_slowdowns == 0) return shares;
  for (const auto slowdown : kSlowdowns) shares[slowdown] = 0;
  for (const auto& [slowdown, count] : sums.slowdowns)
    shares[slowdown] = count / static_cast<double>(sums.with_slowdowns);
  return shares;
}

// A program that only looks at a GPU has some hundred MiB there.
bool is_idle(const GpuSums& sums) {
  return sums.utilisation.count >= 3 && sums.utilisation.most < 5 &&
         sums.memory.largest().value_or(100) < 100;
}

GpuUsage usage_of(const std::string& device, const GpuSums& sums) {
  return {.device = device,
          .samples = sums.samples,
          .utilisation_percent = sums.utilisation.mean(),
          .peak_memory_mib = sums.memory.largest(),
          .power_w = sums.power.mean(),
          .sm_clock_mhz = median_of(sums.sm_clocks),
          .slowed = shares_of(sums),
          .is_idle = is_idle(sums)};
}

// By device, in order of first appearance. Those that several numbers stand for are one.
std::vector<GpuUsage> usages_of(const std::vector<std::string>& devices, std::vector<GpuSums> by_number) {
  std::vector<GpuUsage> usages;
  for (std::size_t i = 0; i < by_number.size(); ++i) {
    for (std::size_t k = i + 1; k < by_number.size(); ++k)
      if (devices[k] == devices[i]) by_number[i].add(std::exchange(by_number[k], {}));
    if (by_number[i].samples > 0 && !devices[i].empty()) usages.push_back(usage_of(devices[i], by_number[i]));
  }
  return usages;
}

std::vector<UnreadMonitor> unread_in(const GpuLog& log, bool outside_window, const std::string& file) {
  if (!log.unusable.empty()) return {{file, log.unusable}};
  std::vector<UnreadMonitor> unread;
  if (outside_window) unread.push_back({file, "it has no sample of the measured time"});
  if (log.unread_lines > 0)
    unread.push_back({file, "they are cut off, name no GPU, or have a value that no GPU has",
                      fmt::format("the first of {} is line {}", log.unread_lines, log.first_unread)});
  return unread;
}

}  // namespace

GpuUsage combine(const std::vector<GpuUsage>& gpus) {
  GpuSums all;
  for (const auto& gpu : gpus) {
    all.samples += gpu.samples;
    all.utilisation.add(gpu.utilisation_percent);
    all.memory.add(gpu.peak_memory_mib);
    all.power.add(gpu.power_w);
  }
  return {.samples = all.samples,
          .utilisation_percent = all.utilisation.mean(),
          .peak_memory_mib = all.memory.largest(),
          .power_w = all.power.count < static_cast<double>(gpus.size()) ? std::nullopt : all.power.mean()};
}

MonitoredGpus read_gpu_usage(const AttemptListing& files, const TimeSpan& window) {
  MonitoredGpus all;
  for (const auto& [file, host] : monitor_files(files)) {
    std::vector<GpuSums> sums;
    const auto log = read_gpu_log(file, [&](std::size_t gpu, const GpuSample& sample) {
      if (sample.time < window.start || sample.time >= window.end) return;
      if (gpu >= sums.size()) sums.resize(gpu + 1);
      sums[gpu].add(sample);
    });
    if (!log) {
      all.unread.push_back({file.filename().string(), log.error().front().message});
      continue;
    }
    auto gpus = log->unusable.empty() ? usages_of(log->devices, sums) : std::vector<GpuUsage>();
    for (auto& unread : unread_in(*log, gpus.empty(), file.filename().string()))
      all.unread.push_back(std::move(unread));
    for (auto& gpu : gpus) {
      if (!gpu.utilisation_percent && combine(gpus).utilisation_percent)  // "[Unknown Error]", say
        all.unread.push_back({file.filename().string(), "a GPU has no value in any sample", gpu.device});
      gpu.device = fmt::format("{}:{}", host, gpu.device);
      all.gpus.push_back(std::move(gpu));
    }
  }
  return all;
}

}  // namespace scalegen

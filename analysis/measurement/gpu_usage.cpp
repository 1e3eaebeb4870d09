#include "analysis/measurement/gpu_usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/statistics/two_way_model.hpp"
#include "core/files.hpp"

namespace scalegen {
namespace {

struct Series {
  std::vector<double> utilisation{};
  std::vector<double> memory{};
  std::vector<double> power{};
  std::vector<double> sm_clock{};
  std::vector<std::vector<Slowdown>> slowdowns{};
};

void add(std::vector<double>& values, const std::optional<double>& value) {
  if (value) values.push_back(*value);
}

std::optional<double> mean_of(const std::vector<double>& values) {
  return values.empty() ? std::nullopt : std::optional(stats::mean(values));
}

std::optional<double> median_of(const std::vector<double>& values) {
  return values.empty() ? std::nullopt : std::optional(stats::median(values));
}

std::optional<double> largest_of(const std::vector<double>& values) {
  return values.empty() ? std::nullopt : std::optional(*std::ranges::max_element(values));
}

// Of the samples.
std::map<Slowdown, double> shares_of(const std::vector<std::vector<Slowdown>>& samples) {
  if (samples.empty()) return {};
  std::map<Slowdown, int> counts;
  for (const auto slowdown : kSlowdowns) counts[slowdown] = 0;
  for (const auto& slowdowns : samples)
    for (const auto slowdown : slowdowns) ++counts[slowdown];
  std::map<Slowdown, double> shares;
  for (const auto& [slowdown, count] : counts) shares[slowdown] = count / static_cast<double>(samples.size());
  return shares;
}

// A program that only looks at a GPU has some hundred MiB there.
bool is_idle(const Series& series) {
  return series.utilisation.size() >= 3 && *largest_of(series.utilisation) < 5 &&
         largest_of(series.memory).value_or(100) < 100;
}

std::vector<UnreadMonitor> unread_in(const GpuLog& log, bool outside_window, const std::string& file) {
  if (!log.unusable.empty()) return {{file, log.unusable}};
  std::vector<UnreadMonitor> unread;
  if (outside_window) unread.push_back({file, "it has no sample of the measured time"});
  if (!log.unread_lines.empty())
    unread.push_back(
        {file, "they are cut off, name no GPU, or have a value that no GPU has",
         fmt::format("the first of {} is line {}", log.unread_lines.size(), log.unread_lines.front())});
  return unread;
}

}  // namespace

std::vector<GpuUsage> gpu_usage(const std::vector<GpuSample>& samples, const TimeSpan& window) {
  std::vector<GpuUsage> gpus;
  std::vector<Series> series;
  std::map<std::string, std::size_t> position;
  for (const auto& sample : samples) {
    if (sample.time < window.start || sample.time >= window.end) continue;
    const auto [found, is_new] = position.emplace(sample.device, gpus.size());
    if (is_new) {
      gpus.push_back({.device = sample.device});
      series.emplace_back();
    }
    ++gpus[found->second].samples;
    add(series[found->second].utilisation, sample.utilisation_percent);
    add(series[found->second].memory, sample.memory_mib);
    add(series[found->second].power, sample.power_w);
    add(series[found->second].sm_clock, sample.sm_clock_mhz);
    if (sample.slowdowns) series[found->second].slowdowns.push_back(*sample.slowdowns);
  }
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    gpus[i].utilisation_percent = mean_of(series[i].utilisation);
    gpus[i].peak_memory_mib = largest_of(series[i].memory);
    gpus[i].power_w = mean_of(series[i].power);
    gpus[i].sm_clock_mhz = median_of(series[i].sm_clock);
    gpus[i].slowed = shares_of(series[i].slowdowns);
    gpus[i].is_idle = is_idle(series[i]);
  }
  return gpus;
}

GpuUsage combine(const std::vector<GpuUsage>& gpus) {
  Series all;
  GpuUsage usage;
  for (const auto& gpu : gpus) {
    usage.samples += gpu.samples;
    add(all.utilisation, gpu.utilisation_percent);
    add(all.memory, gpu.peak_memory_mib);
    add(all.power, gpu.power_w);
  }
  usage.utilisation_percent = mean_of(all.utilisation);
  usage.peak_memory_mib = largest_of(all.memory);
  usage.power_w = mean_of(all.power);
  return usage;
}

MonitoredGpus read_gpu_usage(const AttemptListing& files, const TimeSpan& window) {
  MonitoredGpus all;
  for (const auto& [file, host] : named_files(files, "gpu.", ".csv")) {
    const auto text = read_file(file);
    if (!text) {
      all.unread.push_back({file.filename().string(), text.error().front().message});
      continue;
    }
    const auto log = read_nvidia_smi(*text);
    auto gpus = gpu_usage(log.samples, window);
    for (auto& unread : unread_in(log, gpus.empty(), file.filename().string()))
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

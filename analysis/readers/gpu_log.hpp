#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/readers/attempt_listing.hpp"
#include "analysis/readers/clock_reasons.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// The report of a monitor on one GPU at one time. "[N/A]" and the like are absent, never 0.
struct GpuSample {
  std::string device{};  // from the column that identifies GPUs; empty while its file is read
  double time = 0;       // Unix seconds
  std::optional<double> utilisation_percent{};
  std::optional<double> memory_mib{};
  std::optional<double> power_w{};
  std::optional<double> sm_clock_mhz{};
  std::optional<std::vector<Slowdown>> slowdowns{};
  bool operator==(const GpuSample&) const = default;
};

/// A monitor's file as a whole, beside its samples.
struct GpuLog {
  std::vector<std::string> devices{};  // by the number that each sample came with; empty: it names no GPU
  std::string unusable{};              // why its samples do not count: "it is empty"
  int unread_lines = 0;                // that are no samples, or have a value that is none
  int first_unread = 0;                // its number, from 1
  bool operator==(const GpuLog&) const = default;
};

/// Sees a sample, and the number of its GPU in GpuLog::devices. Two numbers may be of one device.
using TakeGpuSample = std::function<void(std::size_t gpu, GpuSample&& sample)>;

/// The files of an attempt's monitors: gpu.<host>.csv of nvidia-smi, rocm.<host>.csv of rocm-smi.
std::vector<NamedFile> monitor_files(const AttemptListing& files);

/// Reads a monitor's file line by line, in memory that does not grow with it: the output of `nvidia-smi
/// --query-gpu=FIELDS --format=csv[,noheader][,nounits]`, of `amd-smi monitor|metric --csv --watch`, or the
/// tables of `rocm-smi --csv`, each behind a line `time,<Unix seconds>`. The header may be repeated, also
/// behind a line that was cut off; a last line that was cut off is skipped, and a line that repeats the last
/// one of its GPU counts once.
///
/// GPUs are identified by that column of kGpuIdentities whose values differ within each sample and that the
/// most lines have: in some logs `index` does not. A file without such a column is of one GPU if its times
/// are evenly apart. Otherwise it is not read, nor is one whose units contradict its header. What is wrong
/// may be seen at the end only, so what was taken counts if the log is usable.
Result<GpuLog> read_gpu_log(const std::filesystem::path& file, const TakeGpuSample& take);

}  // namespace scalegen

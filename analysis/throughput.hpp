#pragma once
#include <cstdint>
#include <optional>

#include "analysis/monitors/gpu_usage.hpp"
#include "analysis/readers/metrics_file.hpp"

namespace scalegen {

/// The steps of a run that are measured: those after warm-up. Waiting for data is part of a step, evaluation
/// is not.
struct MeasuredWindow {
  std::int64_t warm_up_steps = 0;
  std::int64_t steps = 0;
  std::int64_t samples = 0;
  double seconds = 0;  // the sum of the steps' own
  std::optional<TimeSpan>
      span{};  // from the begin of the first to the end of the last, where the log has the times
  bool operator==(const MeasuredWindow&) const = default;
};

inline double samples_per_second(const MeasuredWindow& window) {
  return static_cast<double>(window.samples) / window.seconds;
}

/// Errors say why a log gives no figure: no steps, or steps without 'seconds' or 'samples', or two writers in
/// one file.
Result<MeasuredWindow> measured_window(const TrainerLog& log);

}  // namespace scalegen

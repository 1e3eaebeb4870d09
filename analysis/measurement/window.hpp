#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/event_log.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// Unix seconds, `end` not included.
struct TimeSpan {
  double start = 0;
  double end = 0;
  bool operator==(const TimeSpan&) const = default;
};

inline double seconds(const TimeSpan& span) { return span.end - span.start; }

/// How many steps at the beginning of a run are warm-up, at most half of them: White's MSER-5 (1997), which
/// leaves out what makes the standard error of the rest's mean smallest, judged on means of five steps. Below
/// 20 steps too few such means are left to judge, and single steps are taken.
std::size_t warm_up_steps(const std::vector<double>& step_seconds);

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

/// From the launch of the command to its end, start-up included: `launched` and `finished` of exit.json. An
/// error says why an attempt has no such time.
Result<TimeSpan> wall_time(const AttemptFolder& attempt);

}  // namespace scalegen

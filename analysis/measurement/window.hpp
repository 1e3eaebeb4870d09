#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/event_log.hpp"

namespace scalegen {

/// In 2001: what is before was never a time in Unix seconds.
inline constexpr double kFirstTime = 1e9;

/// Unix seconds; `end` is not included.
struct TimeSpan {
  double start = 0;
  double end = 0;
  bool operator==(const TimeSpan&) const = default;
};

inline double seconds(const TimeSpan& span) { return span.end - span.start; }

/// The number of steps at the beginning of a run that are warm-up, at most half: White's MSER-5 (1997). It
/// cuts where the standard error of the mean of the remaining steps is smallest, judged on means of five
/// steps. Below 20 steps there are too few such means, and single steps are used. Only what is slower is cut:
/// steps whose mean, and the last of which, take longer than the mean of the remaining ones.
std::size_t warm_up_steps(const std::vector<double>& step_seconds);

/// The name of that rule for runs of so many steps or matches.
std::string warm_up_rule(std::int64_t fewest, std::int64_t most);

/// The steps of a run that are measured: those after warm-up. Waiting for data is part of a step, evaluation
/// is not.
struct MeasuredWindow {
  std::int64_t warm_up_steps = 0;
  std::int64_t steps = 0;
  std::int64_t samples = 0;
  double seconds = 0;              // sum over the steps
  std::optional<TimeSpan> span{};  // from the first step's begin to the last one's end, if the log has times
  std::optional<double> timed_share{};  // of the time from stamp to stamp a step's seconds, in their median
  bool operator==(const MeasuredWindow&) const = default;
};

inline double samples_per_second(const MeasuredWindow& window) {
  return static_cast<double>(window.samples) / window.seconds;
}

/// "step 12", by the log or else by its place in it, from 0.
std::string step_name(const TrainerStep& step, std::size_t position);

/// Returns an error if a log gives no rate: it has no steps, steps without 'seconds' or 'samples', or lines
/// of more than one writer.
Result<MeasuredWindow> measured_window(const TrainerLog& log);

/// Why the steps of a usable log cannot have been taken in so many seconds; empty if they can.
std::string why_longer_than(double attempt_seconds, const TrainerLog& log);

/// Why the steps of a window are of another run than the command: by their times they ended before it began,
/// or began after it had ended. Empty if some may be of it.
std::string why_of_another_run(const TimeSpan& command, const MeasuredWindow& window);

/// Why the lines of a usable log cannot all be true: its steps take longer than their loop, or than the time
/// between their stamps, or, of scalegen-train, also less, or are not all there. Empty if they can.
std::string why_contradicted(const TrainerLog& log, bool own_program);

}  // namespace scalegen

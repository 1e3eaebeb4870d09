#pragma once
#include "analysis/monitors/gpu_usage.hpp"
#include "core/diagnostics.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// From the launch of the command to its end, start-up included: `launched` and `finished` of exit.json. An
/// error says why an attempt has no such time.
Result<TimeSpan> wall_time(const AttemptFolder& attempt);

inline double seconds(const TimeSpan& span) { return span.end - span.start; }

}  // namespace scalegen

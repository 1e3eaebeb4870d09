#pragma once
#include <string>

#include "analysis/measurement/window.hpp"
#include "analysis/readers/attempt_listing.hpp"
#include "core/attempt_files.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// From the launch of the command to its end, start-up included: `launched` and `finished` of exit.json.
/// Returns an error if the attempt has no such times, or if the clock that they are of was set meanwhile.
Result<TimeSpan> command_span(const AttemptFolder& attempt);

/// Why no time that was taken while a command ran is believed: by the clock that nobody sets it took longer
/// or shorter than by the wall clock. Empty if they agree within half a second, or if one was not recorded.
std::string why_no_clock_is_believed(const ProgramTimes& times);

/// A wall time that is the figure of a run.
struct WallTime {
  TimeSpan span{};
  std::string doubt{};             // why it is uncertain; empty if it is not
  bool may_include_waits = false;  // of ranks on several nodes, measured by scalegen 0.2
  bool operator==(const WallTime&) const = default;
};

/// From the moment when the last rank begins to the moment when the last rank ends: what srun waits for is no
/// part of it. The span of the command where srun starts no ranks. Returns an error if not all ranks said
/// when they ended, or if the clocks of their nodes may differ by more than 5 % of the time; above 1 % is a
/// doubt.
Result<WallTime> wall_time(const Run& run, const PlanHead& head, const AttemptListing& files);

}  // namespace scalegen

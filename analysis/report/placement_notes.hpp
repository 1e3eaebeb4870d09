#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"
#include "analysis/scaling/speedup.hpp"

namespace scalegen::report {

// The placement of the measured runs of a rung compared with their request. Missing records never count as a
// difference.

/// "as asked", "not recorded", that only the node of a command was seen, or what differs and in which rounds;
/// empty if nothing is measured.
std::string placement_text(const ScalingPoint& point);

/// "as asked in all 6 runs", "as asked in 4 of 6 runs, not recorded in 2"; empty if nothing was recorded.
std::string as_asked_text(const Report& report);

/// How many runs were placed as requested, their nodes and NCCL's transports. Empty if nothing was recorded.
std::vector<std::string> placement_notes(const Report& report);

}  // namespace scalegen::report

#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"
#include "analysis/scaling/speedup.hpp"

namespace scalegen::report {

// The placement of the measured runs of a rung compared with their request. Missing records never count as a
// difference.

/// True if a measured run was not placed as requested; the values of such a rung are starred.
bool is_misplaced(const ScalingPoint& point);

/// "as asked", "not recorded", that only the node of a command was seen, or what differs and in which rounds;
/// empty if nothing is measured.
std::string placement_text(const ScalingPoint& point);

/// "as asked in all 6 runs", "as asked in 4 of 6 runs, not recorded in 2"; empty if nothing was recorded.
std::string as_asked_text(const Report& report);

/// How many runs were placed as requested, their nodes and NCCL's transports; and whether runs that are
/// compared were on different nodes, or on GPUs of different clocks. Empty if nothing was recorded.
std::vector<std::string> placement_notes(const Report& report);

/// The rungs that were not placed as requested, or not under as many switches in all rounds; and whether NCCL
/// used different networks.
std::vector<std::string> placement_warnings(const Report& report);

}  // namespace scalegen::report

#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"
#include "analysis/scaling/speedup.hpp"

namespace scalegen::report {

// Whether the measured runs of a rung were placed as they asked. Runs that did not record it are never wrong.

/// Whether one was not: what the rung's figures are marked for.
bool is_misplaced(const ScalingPoint& point);

/// "as asked", "not recorded", or what differs and in which rounds; empty where nothing is measured.
std::string placement_text(const ScalingPoint& point);

/// How many runs were placed as asked, their nodes, NCCL's transports; and whether runs that are compared
/// were on different nodes, or on GPUs of different clocks. None where nothing is recorded.
std::vector<std::string> placement_notes(const Report& report);

/// The rungs that were placed otherwise than asked; and whether NCCL took different networks.
std::vector<std::string> placement_warnings(const Report& report);

}  // namespace scalegen::report

#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

// Whether the ranks of a program of one's own worked together, and how much of its wall time is start-up.

/// True if in a measured run no rank opened a process group, or if most of a wall time is start-up; the
/// values of such a rung are starred.
bool is_of_no_work(const ScalingPoint& point);

std::vector<std::string> meeting_warnings(const Report& report);

/// How much of the wall times is start-up, and how programs ended that took seconds.
std::vector<std::string> start_up_notes(const Report& report);

}  // namespace scalegen::report

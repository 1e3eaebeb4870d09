#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

// Whether the ranks of a program of one's own worked together, and how much of its wall time is start-up.

/// True if in a measured run no rank opened a process group, or if most of a wall time is or may be start-up,
/// or if nothing shows that the program did any work; the values of such a rung are starred.
bool is_of_no_work(const ScalingPoint& point);

/// Claims about scaling say nothing of such a rung, and are none that others share their 5 % with.
void remove_claims_of_no_work(Report& report);

std::vector<std::string> meeting_warnings(const Report& report);

/// Asks of each table of such a program that does not look as if ranks shared the work.
std::vector<std::string> undivided_work_warnings(const Report& report);

/// How much of the wall times is start-up.
std::vector<std::string> start_up_notes(const Report& report);

}  // namespace scalegen::report

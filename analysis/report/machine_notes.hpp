#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

// What the machine did besides the runs of a rung. Missing records never count as a disturbance.

/// True if the values of a rung hold only for the load that its machine had; they are starred.
bool is_of_a_busy_machine(const ScalingPoint& point);

/// The rungs whose cores were used by others, stolen, throttled or hot, and those whose rounds differ more
/// than the steps within them explain.
std::vector<std::string> machine_warnings(const Report& report);

/// By which rule disturbed runs count, if there are any, and of which rungs nobody can tell.
std::vector<std::string> load_notes(const Report& report);

}  // namespace scalegen::report

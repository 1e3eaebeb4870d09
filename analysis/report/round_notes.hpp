#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"
#include "analysis/scaling/slow_first.hpp"

namespace scalegen::report {

/// Rounds that were added to a sweep. Optional stopping: adding rounds until a claim holds makes some claim
/// hold by chance.
std::vector<std::string> added_round_notes(const Report& report);

/// Rungs that were measured later, in rounds of their own, and those that are left out.
std::vector<std::string> later_rung_notes(const Report& report);

/// "1cpu-r1 took 62.8 s, all later runs of 1cpu at most 10.9 s"; `rung` as texts name it.
std::string slow_first_text(const SlowFirst& first, const std::string& rung, const Metric& metric);

/// True if the figure of a rung's first run counts, although it is slow.
bool has_slow_first(const ScalingPoint& point, const Metric& metric);

/// First runs that were slow, and are still to be measured once more.
std::vector<std::string> slow_first_warnings(const Report& report);

/// Those that were, and what came of it.
std::vector<std::string> measured_again_notes(const Report& report);

}  // namespace scalegen::report

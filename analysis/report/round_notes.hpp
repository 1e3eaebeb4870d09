#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// Rounds that were added to a sweep. Optional stopping: adding rounds until a claim holds makes some claim
/// hold by chance.
std::vector<std::string> added_round_notes(const Report& report);

/// Rungs that were measured later, in rounds of their own, and those that are left out.
std::vector<std::string> later_rung_notes(const Report& report);

}  // namespace scalegen::report

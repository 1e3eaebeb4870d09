#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

// Whether the matches of a run are figures of one thing, unless 'use:' says that they are.

/// True if in a measured run matches of different kinds differ, or do not agree with their median; the
/// values of such a rung are starred.
bool has_doubtful_matches(const ScalingPoint& point);

/// Names the rungs of such runs, the lines of one of them, and a pattern for those of one kind.
std::vector<std::string> match_warnings(const Report& report);

}  // namespace scalegen::report

#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen {

/// Whether one of its measured runs was by a script that somebody had edited: what the rung's figures are
/// marked for.
bool is_edited(const ScalingPoint& point);

/// A warning for each such rung, with its rounds and where what ran is kept.
std::vector<std::string> edited_script_warnings_of(const Report& report);

}  // namespace scalegen

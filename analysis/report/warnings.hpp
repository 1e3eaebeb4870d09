#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// The figures that are missing or cannot be trusted, and why.
std::vector<std::string> warnings_of(const Report& report);

/// Whether one of its measured runs was by a script that somebody had edited: what the rung's figures are
/// marked for.
bool is_edited(const ScalingPoint& point);

}  // namespace scalegen::report

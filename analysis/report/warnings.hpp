#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// The values that are missing or may not be trusted, and why.
std::vector<std::string> warnings_of(const Report& report);

/// True if the script of a measured run was edited by hand; the values of such a rung are starred.
bool is_edited(const ScalingPoint& point);

/// True if a GPU that a measured run asked for did nothing; the values of such a rung are starred.
bool has_idle_gpus(const ScalingPoint& point);

}  // namespace scalegen::report

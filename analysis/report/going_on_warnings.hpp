#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// One for each rung with a figure of a program that went on when its command had returned.
std::vector<std::string> going_on_warnings(const Report& report);

}  // namespace scalegen::report

#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// One for each folder in which a run found what an earlier one had left; not what is numbered, and of which
/// the run has its own.
std::vector<std::string> shared_folder_warnings(const Report& report);

/// One for each rung with a figure of a program that went on when its command had returned.
std::vector<std::string> going_on_warnings(const Report& report);

}  // namespace scalegen::report

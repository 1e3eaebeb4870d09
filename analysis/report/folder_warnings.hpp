#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// True if a measured run seems to have gone on with what an earlier one left (scaling/resumption); the
/// values of such a rung are starred.
bool has_resumed(const ScalingPoint& point);

/// One for all rungs with such runs: of the first run the file, and what it printed or how long it took.
std::vector<std::string> resumption_warnings(const Report& report);

/// One for each folder in which a run found what an earlier one had left, and none seems to have read it.
std::vector<std::string> shared_folder_warnings(const Report& report);

/// One for each file of the program that somebody changed between two measured runs, with the runs after.
std::vector<std::string> changed_program_warnings(const Report& report);

}  // namespace scalegen::report

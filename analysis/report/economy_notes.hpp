#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// Under which rule rounds ended, and what intervals cover that were looked at on the way; why other runs of
/// rungs that were measured were not needed.
std::vector<std::string> economy_notes(const Report& report);

}  // namespace scalegen::report

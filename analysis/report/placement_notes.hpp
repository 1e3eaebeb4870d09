#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen {

/// One line: how many runs were placed as asked, their nodes, NCCL's transports. None where nothing is
/// recorded.
std::vector<std::string> placement_notes_of(const Report& report);

/// The rungs that were placed otherwise than asked.
std::vector<std::string> placement_warnings_of(const Report& report);

}  // namespace scalegen

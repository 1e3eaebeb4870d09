#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// Claims that cannot be told from chance: against ideal scaling, with the loss that is not excluded, and
/// against the rung before; at which level, and how many rounds would tell a loss of 5 %.
std::vector<std::string> claim_notes(const Report& report);

}  // namespace scalegen::report

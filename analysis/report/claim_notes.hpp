#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen {

/// What cannot be told from chance, in words: from ideal scaling with the loss that is not excluded, from the
/// rung before; and how many rounds would tell a loss of 5 %.
std::vector<std::string> claim_notes_of(const Report& report);

}  // namespace scalegen

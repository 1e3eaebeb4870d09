#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen {

/// What cannot be told from chance, in words: from ideal scaling with the loss that is not excluded, from the
/// rung before; and how many rounds would tell a loss of 5 %.
std::vector<std::string> claim_notes_of(const Report& report);

/// How to read the figures: what they are divided by, what the intervals cover, what cannot be told from
/// chance, what was left out and what nobody checked.
std::vector<std::string> notes_of(const Report& report);

/// The figures that are missing or cannot be trusted, and why.
std::vector<std::string> warnings_of(const Report& report);

}  // namespace scalegen

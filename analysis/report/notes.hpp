#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// How to read the figures: what they are divided by, what the intervals cover, what cannot be told from
/// chance, what was left out and what nobody checked.
std::vector<std::string> notes_of(const Report& report);

}  // namespace scalegen::report

#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// How to read the values: the baseline, what the intervals cover, what cannot be told from chance, what was
/// left out and what was not checked.
std::vector<std::string> notes_of(const Report& report);

/// Why figures may not be trusted: the sentences of all findings but notes.
std::vector<std::string> warnings_of(const Report& report);

}  // namespace scalegen::report

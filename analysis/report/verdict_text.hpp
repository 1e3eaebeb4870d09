#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// The answer in sentences: which rung to ask for, what it gives and costs against its neighbours, and what
/// is not known yet. Empty if nothing was measured.
std::vector<std::string> verdict_sentences(const Report& report);

/// The same, and the rule.
std::vector<std::string> verdict_lines(const Report& report);

}  // namespace scalegen::report

#pragma once
#include <string>
#include <vector>

#include "analysis/panels/run_files.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

// What a method paragraph says of a sweep: sentences that follow from what was recorded. A fact that was not
// recorded is never guessed: it is what the author has to find out.

/// The facts that a panel can name.
std::vector<std::string> fact_names();

/// The sentences of a fact; empty if it does not concern this sweep, or is not known.
std::string fact_of(const std::string& name, const report::Report& report, const RunFiles& files);

/// What the author has to add to a fact, or to write in its place; empty if nothing is missing.
std::string to_add(const std::string& name, const report::Report& report, const RunFiles& files);

}  // namespace scalegen::panels

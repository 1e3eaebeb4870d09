#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::panels {

// What a method paragraph says of a sweep: sentences that follow from what was recorded. A fact that was not
// recorded is said to be unknown, never guessed.

/// The facts that a panel can name.
std::vector<std::string> fact_names();

/// The sentence of a fact; empty if it does not concern this sweep.
std::string fact_of(const std::string& name, const report::Report& report);

}  // namespace scalegen::panels

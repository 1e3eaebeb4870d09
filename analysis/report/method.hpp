#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

// How the values of a report were made, for its notes and for panels.

/// The coverages of the intervals of its speedups, each once, and how they were estimated: "95 %, pooled over
/// rungs and rounds (at least 90 % if rungs differ in noise)".
std::vector<std::string> coverages_of(const Report& report);

/// The steps that were left out as warm-up, "5 to 20 of 40 steps", and the rule; empty if no value comes
/// from steps.
struct WarmUpText {
  std::string steps{};
  std::string rule{};
};
WarmUpText warm_up_text(const Report& report);

}  // namespace scalegen::report

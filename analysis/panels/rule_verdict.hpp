#pragma once
#include <string>
#include <vector>

#include "analysis/panels/panel.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

/// What the panel's rule comes to, whose verdicts the report has: which rungs meet it with their whole
/// interval, which miss it, and which cannot be told from its limit. Then the report's own sentences.
std::vector<std::string> rule_verdict(const Panel& panel, const report::Report& report);

}  // namespace scalegen::panels

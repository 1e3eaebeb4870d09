#pragma once
#include <string>
#include <vector>

#include "analysis/panels/panel.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

/// True of a rung that has whole nodes, or leaves none of their GPUs or cores, as far as anybody says it.
bool is_whole_node(const ScalingPoint& point);

/// What a panel wants and a sweep lacks, each with what would bring it. Empty if nothing that can be checked
/// is missing.
std::vector<std::string> lacks_of(const Panel& panel, const report::Report& report);

}  // namespace scalegen::panels

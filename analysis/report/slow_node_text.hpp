#pragma once
#include <string>

#include "analysis/report/report.hpp"
#include "core/json_fwd.hpp"

namespace scalegen::report {

/// "runs with node n3 are slow: they take 10.2 % longer than those of the same rung without it, ..."
std::string slow_node_text(const losses::SlowNode& node);

Json slow_nodes_json(const Report& report);

}  // namespace scalegen::report

#pragma once
#include <string>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// Everything, each run with its window and its conditions, so that a referee can recompute every value.
std::string render_json(const Report& report);

}  // namespace scalegen::report

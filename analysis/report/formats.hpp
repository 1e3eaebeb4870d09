#pragma once
#include <string>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// A header and one line per rung; numbers without units and with all their digits.
std::string render_csv(const Report& report);

/// Everything, each run with its window and its conditions, so that a referee can recompute every value.
std::string render_json(const Report& report);

}  // namespace scalegen::report

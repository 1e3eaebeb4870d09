#pragma once
#include <vector>

#include "analysis/report/report.hpp"
#include "analysis/report/section.hpp"

namespace scalegen::report {

/// The parts of a report below its table, in the order in which people read them. Empty ones are left out.
std::vector<Section> sections_of(const Report& report);

}  // namespace scalegen::report

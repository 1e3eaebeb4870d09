#pragma once
#include "analysis/document/document.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::report {

/// What a run of each rung cost, and where more speed begins to cost more than it gives. Empty for cores of
/// one's own machine, which nobody is billed for.
document::Section cost_section(const Report& report);

}  // namespace scalegen::report

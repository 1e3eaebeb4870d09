#pragma once
#include "analysis/report/report.hpp"
#include "analysis/report/section.hpp"
#include "core/json_fwd.hpp"

namespace scalegen::report {

/// What a run of each rung cost, and where more speed begins to cost more than it gives. Empty for cores of
/// one's own machine, which nobody is billed for.
Section cost_section(const Report& report);

/// The same for each table, with all figures, of one's own machine too. Null if no rung has a price.
Json cost_json(const Report& report);

}  // namespace scalegen::report

#pragma once
#include "analysis/report/report.hpp"
#include "core/json_fwd.hpp"

namespace scalegen::report {

/// The cost of a run of each rung, for each table, with all figures, of one's own machine too. Null if no
/// rung has a price.
Json cost_json(const Report& report);

}  // namespace scalegen::report

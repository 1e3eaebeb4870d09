#pragma once
#include "analysis/document/document.hpp"
#include "analysis/report/report.hpp"
#include "core/json_fwd.hpp"

namespace scalegen::report {

/// The lines to change in the sweep file, from what the jobs used.
document::Section next_time_section(const Report& report);

Json next_time_json(const Report& report);

}  // namespace scalegen::report

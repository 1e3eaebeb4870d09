#pragma once
#include <string>

#include "analysis/report/report.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// The report as one HTML file, with what its run directory holds beside it: the steps of its runs, the sweep
/// file, the plan, the environment of the runs and their script.
Result<std::string> report_page(const report::Report& report);

}  // namespace scalegen

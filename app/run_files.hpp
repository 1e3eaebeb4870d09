#pragma once
#include "analysis/panels/parts.hpp"
#include "analysis/report/report.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// What documents and pages say of a sweep's files beside its report; empty for an imported table.
Result<panels::RunFiles> run_files_of(const report::Report& report);

}  // namespace scalegen

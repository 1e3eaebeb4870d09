#pragma once
#include "analysis/report/facts.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// Facts from a sweep's files that documents and pages show beside its report; empty for an imported table.
Result<report::RunFiles> run_files_of(const report::Report& report);

}  // namespace scalegen

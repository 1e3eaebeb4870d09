#pragma once
#include <optional>
#include <string>

#include "analysis/analyse.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// The report of a sweep or of a table, and whether a run of it has failed.
struct SweepReport {
  report::Report report{};
  bool a_run_failed = false;
};

/// Reports on the run directory or the CSV table `target`, or a table on standard input if that is "-"; if it
/// is empty, on the only run directory in the current folder. `baseline` is the rung that counts as 1; empty:
/// the plan's, or the smallest of a table.
/// `scaling` is for a table; a sweep says its own.
Result<SweepReport> report_on(const std::string& target, const std::string& baseline,
                              std::optional<Scaling> scaling = std::nullopt);

}  // namespace scalegen

#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/analyse.hpp"
#include "core/diagnostics.hpp"
#include "core/scratch_folder.hpp"

namespace scalegen {

/// The report of a sweep or of a table, and whether a run of it has failed.
struct SweepReport {
  report::Report report{};
  bool a_run_failed = false;
  std::shared_ptr<const ScratchFolder> unpacked{};  // a bundle's files, as long as somebody may read them
};

/// True if a run of the sweep failed, or an assertion: what its exit status tells a CI.
bool has_failed(const SweepReport& sweep);

/// Choices for a report other than what the plan or the table says of itself.
struct ReportOptions {
  std::string baseline{};  // the rung that counts as 1; empty: the plan's, or the smallest of a table
  std::optional<Scaling> scaling{};    // of a table; a sweep says its own
  std::vector<std::string> metrics{};  // name=regex,unit: instead of the plan's
  std::vector<std::string> advise{};   // name=value: instead of the plan's rule
  ReadingOptions reading{};            // of a table
};

/// Reports on the run directory, the bundle or the CSV table `target`, or a table on standard input if that
/// is
/// "-"; if it is empty, on the only run directory in the current folder.
Result<SweepReport> report_on(const std::string& target, const ReportOptions& options = {});

}  // namespace scalegen

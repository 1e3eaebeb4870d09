#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/report/report.hpp"
#include "core/diagnostics.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"

namespace scalegen {

/// The ladders of a sweep so far, and how they are compared.
struct MeasuredLadders {
  std::vector<Ladder> ladders{};
  Metric metric{};
  Baseline baseline{};
};

/// `records` are those of all runs, at least one, and `measured` what was measured of each.
MeasuredLadders measured_ladders(const Plan& plan, const std::vector<RunRecord>& records,
                                 std::vector<Measurement> measured);

/// The results of a sweep so far. A run that failed, is running or was not started is listed with the reason
/// why it has no value.
Result<report::Report> report_of_runs(const Plan& plan, const std::vector<RunRecord>& records,
                                      const RunDirectory& directory);

/// True if every run has a value.
bool all_are_measured(const report::Report& report);

/// Settings for the analysis of a table, which the table itself does not give.
struct TableOptions {
  std::string baseline{};            // empty: the smallest GPU rung, else the smallest rung
  std::optional<Scaling> scaling{};  // none: taken for strong, and a warning asks if it does not look so
  Advice advise = default_advice();
  ReadingOptions reading{};
};

/// The same for a table of other measurements (read_table): gpus,seconds or nodes,images_per_s. Settings that
/// tell its rows apart make tables of their own. With weak scaling each rank did the same work.
Result<report::Report> report_of_table(const std::string& file, std::string_view text,
                                       const TableOptions& options = {});

}  // namespace scalegen

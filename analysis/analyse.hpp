#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "analysis/report/report.hpp"
#include "core/diagnostics.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"

namespace scalegen {

/// What a sweep has shown so far. A run that failed, is running or was not started has its place with its
/// reason.
Result<report::Report> report_of_runs(const Plan& plan, const std::vector<RunRecord>& records,
                                      const RunDirectory& directory);

/// Whether every run has a figure.
bool all_are_measured(const report::Report& report);

/// The same of times that somebody else wrote down: a CSV table rung,seconds or rung,images_per_s. Without a
/// baseline the smallest GPU rung is taken, else the smallest.
Result<report::Report> report_of_table(const std::string& file, std::string_view text,
                                       const std::string& baseline);

}  // namespace scalegen

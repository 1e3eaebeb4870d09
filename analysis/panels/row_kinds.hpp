#pragma once
#include <string>
#include <vector>

#include "analysis/document/document.hpp"
#include "analysis/panels/panel.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

// The columns and rows of each kind of table: ladder_columns.cpp, run_columns.cpp, campaign_columns.cpp.

/// Below a table that has one.
inline constexpr auto kStarNote = "A star marks a figure with a warning; the warnings are at the end.";

std::vector<std::string> ladder_column_names();
std::vector<std::string> run_column_names();
std::vector<std::string> gpu_column_names();
std::vector<std::string> rank_column_names();
std::vector<std::string> campaign_column_names();

/// A row for each measured rung of a ladder.
document::Table ladder_table(const PanelTable& panel, const report::Report& report,
                             const ScalingTable& table);

/// A row for each measured run.
std::vector<std::vector<document::Cell>> run_rows(const PanelTable& panel, const report::Report& report);

/// A row for each GPU of a run, as its monitor saw it.
std::vector<std::vector<document::Cell>> gpu_rows(const PanelTable& panel, const Measurement& run);

/// A row for each rank of a run, or for each of its tasks where those start the ranks.
std::vector<std::vector<document::Cell>> rank_rows(const PanelTable& panel, const Measurement& run);

/// A row for each line of the campaign, and one for their sum. Below it: what is not known, and what the
/// figures leave out.
document::Table campaign_table(const PanelTable& panel, const report::Report& report);

}  // namespace scalegen::panels

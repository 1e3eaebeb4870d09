#pragma once
#include <string>
#include <vector>

#include "analysis/document/column.hpp"
#include "analysis/panels/panel.hpp"
#include "analysis/panels/panel_placeholders.hpp"
#include "analysis/panels/parts.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

// Facts on the program, the data and the machine: setting_facts.cpp.

std::string program_fact(const report::Report& report);
std::string software_fact(const report::Report& report);
std::string machine_fact(const report::Report& report, const RunFiles& files);
std::string precision_fact(const report::Report& report);
std::string problem_fact(const report::Report& report);
std::string memory_fact(const report::Report& report);
std::string system_scale_fact(const report::Report& report);
std::string time_to_solution_fact(const report::Report& report);

// Columns and rows: ladder_columns.cpp and campaign_columns.cpp; those of runs, GPUs and ranks are in
// columns.cpp.

/// Below a table that has one.
inline constexpr auto kStarNote = "A star marks a figure with a warning; the warnings are at the end.";

std::vector<std::string> ladder_column_names();
std::vector<std::string> campaign_column_names();

/// A row for each measured rung of a ladder.
document::Table ladder_table(const PanelTable& panel, const report::Report& report,
                             const ScalingTable& table);

/// A row for each line of the campaign, and one for their sum. Below it: what is not known, and what the
/// figures leave out.
document::Table campaign_table(const PanelTable& panel, const report::Report& report);

/// The columns that a panel wants of `known`, in its order and under its headings. Its reader has checked
/// their names.
template <class Row>
document::Table panel_table(const PanelTable& panel, const std::vector<Row>& rows,
                            const document::Columns<Row>& known, const report::Report& report,
                            const ScalingTable* ladder = nullptr) {
  document::Columns<Row> columns;
  for (const auto& wanted : panel.columns)
    for (const auto& column : known)
      if (column.name == wanted.name)
        columns.push_back({filled(wanted.heading, report, ladder), column.cell, true});
  auto table = document::table_of(rows, columns);
  table.caption = filled(panel.caption, report, ladder);
  return table;
}

inline document::Cell gib_cell(const std::optional<double>& mib) {
  constexpr double kMibOfGib = 1024;
  return document::digits_cell(mib ? std::optional(*mib / kMibOfGib) : std::nullopt);
}

}  // namespace scalegen::panels

#pragma once
#include <string>
#include <vector>

#include "analysis/charts/chart.hpp"
#include "analysis/document/document.hpp"
#include "app/sweep_report.hpp"

namespace scalegen {

/// A report in the form of a panel that decides on computing time.
struct PanelReport {
  std::string panel{};  // its name
  document::Document document{};
  std::vector<charts::Chart> charts{};  // that its figures show
  std::string script{};                 // the text of the batch script in the document; empty: it has none
  bool has_failed = false;              // as has_failed() of its sweep
};

/// Reports on a run directory or a table, as report_on() does, for the panel that a name or a path means. Its
/// rule takes the place of the sweep's own.
Result<PanelReport> report_for(const std::string& panel, const std::string& target,
                               ReportOptions options = {});

/// Writes the report into a new or empty folder as PANEL.md, PANEL.tex, PANEL-table-1.csv ..., job.sbatch and
/// charts of its figures.
/// Returns the names of these files.
Result<std::vector<std::string>> write_panel_report(const PanelReport& report, const std::string& folder);

}  // namespace scalegen

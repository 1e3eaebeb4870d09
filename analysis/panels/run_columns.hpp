#pragma once
#include "analysis/panels/document.hpp"
#include "analysis/panels/panel.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

/// A row for each measured run.
std::vector<std::vector<Cell>> run_rows(const PanelTable& panel, const report::Report& report);

/// A row for each GPU of a run, as its monitor saw it.
std::vector<std::vector<Cell>> gpu_rows(const PanelTable& panel, const Measurement& run);

/// A row for each rank of a run, or for each of its tasks where those start the ranks.
std::vector<std::vector<Cell>> rank_rows(const PanelTable& panel, const Measurement& run);

}  // namespace scalegen::panels

#pragma once
#include "analysis/panels/document.hpp"
#include "analysis/panels/panel.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

/// A row for each line of the campaign, priced by a rung of the first ladder that measured its size, and one
/// for their sum. Below it: what is not known, and what the figures leave out.
Table campaign_table(const PanelTable& panel, const report::Report& report);

}  // namespace scalegen::panels

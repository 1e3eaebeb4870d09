#pragma once
#include "analysis/panels/document.hpp"
#include "analysis/panels/panel.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

/// A row for each measured rung of a ladder.
Table ladder_table(const PanelTable& panel, const report::Report& report, const ScalingTable& table);

}  // namespace scalegen::panels

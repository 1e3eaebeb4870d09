#pragma once
#include <string>
#include <vector>

#include "analysis/document/document.hpp"
#include "analysis/panels/panel.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

/// The columns that a table with these rows can have.
std::vector<std::string> column_names(Rows rows);

/// The ladders that rows of that kind speak of and of which something was measured. None for other rows.
std::vector<const ScalingTable*> ladders_of(Rows rows, const report::Report& report);

/// A panel's table with the values of a sweep: one for each ladder that it speaks of, none if there is
/// nothing to have a row. "-" is in the cells of what is not known.
std::vector<document::Table> tables_of(const PanelTable& table, const report::Report& report);

/// The largest rung that was measured: by ranks, then nodes. Null without one.
const ScalingPoint* largest_rung(const report::Report& report);

}  // namespace scalegen::panels

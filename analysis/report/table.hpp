#pragma once
#include <string>

#include "analysis/report/report.hpp"
#include "core/text_table.hpp"

namespace scalegen::report {

/// The report as cells of text, one row per rung, for the terminal and for Markdown. Columns that are empty
/// for all rungs are left out.
TextTable table_cells(const Report& report);

/// The title, an aligned table, then warnings and notes.
std::string render_terminal(const Report& report);

}  // namespace scalegen::report

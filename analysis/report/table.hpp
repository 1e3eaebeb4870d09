#pragma once
#include <string>

#include "analysis/report/report.hpp"
#include "core/text_table.hpp"

namespace scalegen::report {

/// The report as cells of text, a row a rung: what the terminal and Markdown lay out. A column stands there
/// only where some rung has something for it.
TextTable table_cells(const Report& report);

/// A title, an aligned table, then what is to be known of it.
std::string render_terminal(const Report& report);

}  // namespace scalegen::report

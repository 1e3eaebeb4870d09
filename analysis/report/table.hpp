#pragma once
#include "analysis/report/report.hpp"
#include "core/text_table.hpp"

namespace scalegen {

/// The report as cells of text, a row a rung: what the terminal and Markdown lay out. A column stands there
/// only where some rung has something for it.
TextTable cells_of(const Report& report);

}  // namespace scalegen

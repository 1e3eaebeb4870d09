#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"
#include "analysis/report/section.hpp"

namespace scalegen::report {

/// The tables of the report as cells of text, one row per rung, for the terminal and for Markdown: one for
/// each kind of scaling, titled if there are two. Columns that are empty for all rungs are left out.
std::vector<Section> ladder_sections(const Report& report);

/// The title, an aligned table, then warnings and notes.
std::string render_terminal(const Report& report);

}  // namespace scalegen::report

#pragma once
#include <vector>

#include "analysis/document/document.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::report {

/// The tables of the report, one row per rung: one for each kind of scaling, titled if there are two. Columns
/// that are empty for all rungs are left out.
std::vector<document::Section> ladder_sections(const Report& report);

}  // namespace scalegen::report

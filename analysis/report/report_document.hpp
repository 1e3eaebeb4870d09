#pragma once
#include <vector>

#include "analysis/document/document.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::report {

/// A report as people read it: the answer, the table of each ladder, warnings, notes, and the parts below.
document::Document document_of(const Report& report);

/// The parts below the tables, in the order in which people read them. Empty ones are left out.
std::vector<document::Section> sections_of(const Report& report);

}  // namespace scalegen::report

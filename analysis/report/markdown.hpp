#pragma once
#include <string>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// The title, the table in GitHub's Markdown, then warnings and notes.
std::string render_markdown(const Report& report);

}  // namespace scalegen::report

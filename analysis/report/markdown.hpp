#pragma once
#include <string>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// The same with a table in GitHub's Markdown.
std::string render_markdown(const Report& report);

}  // namespace scalegen::report

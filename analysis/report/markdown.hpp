#pragma once
#include <string>

#include "analysis/report/report.hpp"
#include "core/text_table.hpp"

namespace scalegen::report {

/// The title, the table in GitHub's Markdown, then warnings and notes.
std::string render_markdown(const Report& report);

/// A text with the characters escaped that would end a cell or begin other markup; a new line is a blank.
std::string escaped_markdown(const std::string& text);

/// The cells as a table of GitHub's Markdown, and an empty line.
std::string markdown_table(const TextTable& cells);

}  // namespace scalegen::report

#include "analysis/report/markdown.hpp"

#include <string>
#include <vector>

#include "analysis/report/table.hpp"

namespace scalegen::report {
namespace {

// Escapes characters that would end a cell or begin other markup.
std::string escaped(const std::string& text) {
  std::string plain;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '_' || c == '<' || c == '`' || c == '\\') plain += '\\';
    plain += c == '\n' ? ' ' : c;
  }
  return plain;
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const auto& cell : cells) line += " " + escaped(cell) + " |";
  return line + "\n";
}

std::string list_of(const std::vector<std::string>& items, const std::string& before) {
  std::string text;
  for (const auto& item : items) text += "- " + before + escaped(item) + "\n";
  return text;
}

}  // namespace

std::string render_markdown(const Report& report) {
  const auto cells = table_cells(report);
  std::string text = "### " + escaped(report.head.title) + "\n\n" + line_of(cells.header) + "|";
  for (std::size_t c = 0; c < cells.header.size(); ++c) text += " --- |";
  text += "\n";
  for (const auto& row : cells.rows) text += line_of(row);
  return text + "\n" + list_of(report.warnings, "**Warning:** ") + list_of(report.notes, "");
}

}  // namespace scalegen::report

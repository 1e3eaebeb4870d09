#include "analysis/report/markdown.hpp"

#include <string>
#include <vector>

#include "analysis/report/sections.hpp"
#include "analysis/report/table.hpp"
#include "analysis/report/verdict_text.hpp"

namespace scalegen::report {
namespace {

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const auto& cell : cells) line += " " + escaped_markdown(cell) + " |";
  return line + "\n";
}

std::string list_of(const std::vector<std::string>& items, const std::string& before) {
  std::string text;
  for (const auto& item : items) text += "- " + before + escaped_markdown(item) + "\n";
  return text;
}

std::string section_of(const Section& section) {
  auto text = "\n#### " + escaped_markdown(section.title) + "\n\n";
  if (!section.table.rows.empty()) text += markdown_table(section.table);
  return text + list_of(section.lines, "");
}

std::string verdict_of(const Report& report) {
  const auto lines = verdict_lines(report);
  return lines.empty() ? "" : list_of(lines, "") + "\n";
}

}  // namespace

std::string escaped_markdown(const std::string& text) {
  std::string plain;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '_' || c == '<' || c == '`' || c == '\\') plain += '\\';
    plain += c == '\n' ? ' ' : c;
  }
  return plain;
}

std::string markdown_table(const TextTable& cells) {
  auto text = line_of(cells.header) + "|";
  for (std::size_t c = 0; c < cells.header.size(); ++c) text += " --- |";
  text += "\n";
  for (const auto& row : cells.rows) text += line_of(row);
  return text + "\n";
}

std::string render_markdown(const Report& report) {
  auto text = "### " + escaped_markdown(report.head.title) + "\n\n" + verdict_of(report);
  for (const auto& [title, cells, lines] : ladder_sections(report))
    text += (title.empty() ? "" : "#### " + escaped_markdown(title) + "\n\n") + markdown_table(cells);
  text += list_of(report.warnings, "**Warning:** ") + list_of(report.notes, "");
  for (const auto& section : sections_of(report)) text += section_of(section);
  return text;
}

}  // namespace scalegen::report

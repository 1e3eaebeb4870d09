#include <fmt/format.h>

#include "analysis/document/blocks.hpp"
#include "core/text.hpp"

namespace scalegen::document {
namespace {

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const auto& cell : cells) line += " " + escaped_markdown(cell) + " |";
  return line + "\n";
}

std::string table_text(const TextTable& cells) {
  auto text = line_of(cells.header) + "|";
  for (std::size_t c = 0; c < cells.header.size(); ++c) text += " --- |";
  text += "\n";
  for (const auto& row : cells.rows) text += line_of(row);
  return text;
}

// A text at the beginning of a line, where a list, a heading or a quotation would begin.
std::string escaped_line(const std::string& text) {
  const auto word = std::string_view(text).substr(0, text.find(' '));
  const bool begins_markup = word == "-" || word == "+" || text.starts_with('>') ||
                             (!word.empty() && word.find_first_not_of('#') == std::string_view::npos);
  return (begins_markup ? "\\" : "") + escaped_markdown(text);
}

// ](, ]: and ][ make links of what stands in brackets.
bool makes_link(char before, char c) { return before == ']' && (c == '(' || c == ':' || c == '['); }

struct MarkdownWriter {
  std::string heading_marks;
  int tables = 0;
  int figures = 0;

  std::string operator()(const Heading& heading) const {
    return heading_marks + " " + escaped_markdown(heading.text) + "\n";
  }

  std::string operator()(const Paragraph& paragraph) const { return escaped_line(paragraph.text) + "\n"; }

  std::string operator()(const Bullets& bullets) const {
    std::string text;
    for (const auto& item : bullets.items)
      text +=
          fmt::format("- {}{}\n", bullets.role == Role::warnings ? "**Warning:** " : "", escaped_line(item));
    return text;
  }

  std::string operator()(const Table& table) {
    auto text = table.caption.empty()
                    ? ""
                    : fmt::format("**Table {}.** {}\n\n", ++tables, escaped_markdown(table.caption));
    text += table_text(texts_of(table));
    for (const auto& note : table.notes) text += "\n*" + escaped_markdown(note) + "*\n";
    return text;
  }

  std::string operator()(const Figure& figure) {
    return fmt::format("**Figure {0}.** {1}\n\n![{2}]({2}.svg)\n\n*{2}.svg is written by '{3}'.*\n",
                       ++figures, escaped_markdown(figure.caption), figure.chart,
                       escaped_markdown(figure.written_by));
  }
};

}  // namespace

std::string escaped_markdown(const std::string& text) {
  std::string plain;
  char before = 0;
  for (const char c : text) {
    if (std::string_view("|*_<`\\$").find(c) != std::string_view::npos || makes_link(before, c))
      plain += '\\';
    plain += c == '\n' ? ' ' : c;
    before = c;
  }
  return plain;
}

std::string render_markdown(const Document& document) {
  const std::string marks(static_cast<std::size_t>(document.level), '#');
  MarkdownWriter writer{.heading_marks = marks + "#"};
  auto text = document.title.empty() ? "" : fmt::format("{} {}\n\n", marks, escaped_markdown(document.title));
  if (!document.subtitle.empty()) text += escaped_line(document.subtitle) + "\n\n";
  text += text_of_blocks(document.blocks, writer, are_lists);
  return without_control_characters(text);
}

}  // namespace scalegen::document

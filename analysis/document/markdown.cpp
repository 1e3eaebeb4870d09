#include <fmt/format.h>

#include <algorithm>

#include "analysis/document/blocks.hpp"
#include "core/text.hpp"

namespace scalegen::document {
namespace {

// Longer than any run of backticks in the text, so that nothing in it ends the block.
std::string fence_around(const std::string& text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  return std::string(std::max<std::size_t>(3, longest + 1), '`');
}

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
    return fmt::format("**Figure {}.** {}\n\n*To be drawn from {}*\n", ++figures,
                       escaped_markdown(figure.caption), escaped_markdown(figure.drawn_from));
  }

  std::string operator()(const Listing& listing) const {
    const auto fence = fence_around(listing.text);
    return fmt::format("{} ({}):\n\n{}bash\n{}{}{}\n", escaped_markdown(listing.caption),
                       escaped_markdown(listing.file), fence, listing.text,
                       listing.text.ends_with('\n') ? "" : "\n", fence);
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
  if (!document.to_do.empty())
    text += fmt::format("\n---\n\n{}\n{}", writer(Heading{kToDoHeading}), writer(Bullets{document.to_do}));
  return without_control_characters(text);
}

}  // namespace scalegen::document

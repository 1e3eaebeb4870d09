#include "core/text_table.hpp"

#include <algorithm>

namespace scalegen {
namespace {

std::vector<std::size_t> column_widths(const TextTable& table) {
  std::vector<std::size_t> widths;
  for (const auto& title : table.header) widths.push_back(display_width(title));
  for (const auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], display_width(row[c]));
  return widths;
}

std::string line_of(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                    const std::vector<bool>& right_aligned) {
  std::string line;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const std::string padding(widths[c] - display_width(cells[c]), ' ');
    const bool right = c < right_aligned.size() && right_aligned[c];
    line += (c == 0 ? "" : "  ") + (right ? padding + cells[c] : cells[c] + padding);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::size_t display_width(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string render(const TextTable& table) {
  const auto widths = column_widths(table);
  std::string text = line_of(table.header, widths, table.right_aligned);
  for (const auto& row : table.rows) text += line_of(row, widths, table.right_aligned);
  return text;
}

std::string wrapped(const std::string& text, std::size_t line_width) {
  std::istringstream words(text);
  std::string all, line, word;
  while (words >> word) {
    const bool begins = line.empty() || line == "  ";
    if (!begins && display_width(line) + 1 + display_width(word) > line_width) {
      all += line + "\n";
      line = "  ";
    }
    line += (line.empty() || line == "  " ? "" : " ") + word;
  }
  return all + line + "\n";
}

std::string in_columns(const std::vector<std::string>& words, std::size_t line_width) {
  std::size_t widest = 1;
  for (const auto& word : words) widest = std::max(widest, display_width(word));
  const auto columns = std::max<std::size_t>(1, (line_width + 2) / (widest + 2));
  const auto lines = (words.size() + columns - 1) / columns;
  std::string text;
  for (std::size_t line = 0; line < lines; ++line) {
    std::vector<std::string> cells;
    for (auto i = line; i < words.size(); i += lines) cells.push_back(words[i]);
    text += line_of(cells, std::vector<std::size_t>(cells.size(), widest), {});
  }
  return text;
}

}  // namespace scalegen

#include "runner/slurm/table.hpp"

#include <algorithm>

namespace scalegen {
namespace {

std::vector<std::string> split(std::string_view line, std::size_t columns) {
  std::vector<std::string> row;
  while (row.size() + 1 < columns) {
    const auto bar = line.find('|');
    if (bar == std::string_view::npos) break;
    row.emplace_back(line.substr(0, bar));
    line.remove_prefix(bar + 1);
  }
  row.emplace_back(line);
  return row;
}

}  // namespace

std::vector<std::vector<std::string>> parse_rows(std::string_view text, std::size_t columns) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& line : lines_of(text))
    if (auto row = split(line, columns); row.size() == columns) rows.push_back(std::move(row));
  return rows;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    if (text.substr(0, end).find_first_not_of(" \t\r") != std::string_view::npos)
      lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace scalegen

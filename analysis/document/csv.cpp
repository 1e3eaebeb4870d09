#include <fmt/format.h>

#include <algorithm>

#include "analysis/document/document.hpp"
#include "core/csv_line.hpp"

namespace scalegen::document {
namespace {

bool has_intervals(const Table& table, std::size_t column) {
  return std::ranges::any_of(
      table.rows, [&](const auto& row) { return row[column].figure && row[column].figure->interval; });
}

bool has_stars(const Table& table, std::size_t column) {
  return std::ranges::any_of(table.rows, [&](const auto& row) { return row[column].is_starred; });
}

std::string number(const Cell& cell) {
  if (cell.figure) return fmt::format("{}", cell.figure->centre);
  return cell.text == kUnknown ? "" : cell.text;
}

}  // namespace

std::string render_csv(const Table& table) {
  std::vector<std::string> header;
  for (std::size_t c = 0; c < table.header.size(); ++c) {
    header.push_back(table.header[c]);
    if (has_intervals(table, c))
      header.insert(header.end(), {table.header[c] + " low", table.header[c] + " high"});
    if (has_stars(table, c)) header.push_back(table.header[c] + " starred");
  }
  auto text = csv_line(header);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < row.size(); ++c) {
      cells.push_back(number(row[c]));
      if (has_intervals(table, c)) {
        const auto interval = row[c].figure ? row[c].figure->interval : std::nullopt;
        cells.push_back(interval ? fmt::format("{}", interval->low) : "");
        cells.push_back(interval ? fmt::format("{}", interval->high) : "");
      }
      if (has_stars(table, c)) cells.emplace_back(row[c].is_starred ? "*" : "");
    }
    text += csv_line(cells);
  }
  return text;
}

std::string render_csv(const Document& document) {
  std::string text;
  for (const auto* const table : tables_of(document)) text += (text.empty() ? "" : "\n") + render_csv(*table);
  return text;
}

}  // namespace scalegen::document

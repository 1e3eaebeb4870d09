#include <fmt/format.h>

#include <algorithm>

#include "analysis/panels/document.hpp"
#include "core/csv_line.hpp"

namespace scalegen::panels {
namespace {

bool has_intervals(const Table& table, std::size_t column) {
  return std::ranges::any_of(
      table.rows, [&](const auto& row) { return row[column].figure && row[column].figure->interval; });
}

std::string number(const Cell& cell) {
  if (cell.figure) return fmt::format("{}", cell.figure->centre);
  return cell.text == "-" ? "" : cell.text;
}

}  // namespace

std::vector<const Table*> tables_of(const Document& document) {
  std::vector<const Table*> tables;
  for (const auto& block : document.blocks)
    if (const auto* const table = std::get_if<Table>(&block)) tables.push_back(table);
  return tables;
}

std::string render_csv(const Table& table) {
  std::vector<std::string> header;
  for (std::size_t c = 0; c < table.header.size(); ++c) {
    header.push_back(table.header[c]);
    if (has_intervals(table, c))
      header.insert(header.end(), {table.header[c] + " low", table.header[c] + " high"});
  }
  auto text = csv_line(header);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < row.size(); ++c) {
      cells.push_back(number(row[c]));
      if (!has_intervals(table, c)) continue;
      const auto& interval = row[c].figure ? row[c].figure->interval : std::nullopt;
      cells.push_back(interval ? fmt::format("{}", interval->low) : "");
      cells.push_back(interval ? fmt::format("{}", interval->high) : "");
    }
    text += csv_line(cells);
  }
  return text;
}

}  // namespace scalegen::panels

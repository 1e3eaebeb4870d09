#include "analysis/document/document.hpp"

namespace scalegen::document {

bool is_empty(const Section& section) { return section.table.rows.empty() && section.lines.empty(); }

void add(std::vector<Block>& blocks, const Section& section) {
  if (is_empty(section)) return;
  if (!section.title.empty()) blocks.emplace_back(Heading{section.title});
  if (!section.table.rows.empty()) blocks.emplace_back(section.table);
  if (!section.lines.empty()) blocks.emplace_back(Bullets{section.lines});
}

Table table_of(const TextTable& texts) {
  Table table{.header = texts.header, .right_aligned = texts.right_aligned};
  for (const auto& row : texts.rows) {
    auto& cells = table.rows.emplace_back();
    for (const auto& text : row) cells.push_back({.text = text});
  }
  return table;
}

TextTable texts_of(const Table& table) {
  TextTable texts{.header = table.header, .right_aligned = table.right_aligned};
  for (const auto& row : table.rows) {
    auto& cells = texts.rows.emplace_back();
    for (const auto& cell : row) cells.push_back(cell.text + (cell.is_starred ? " *" : ""));
  }
  return texts;
}

std::vector<const Table*> tables_of(const Document& document) {
  std::vector<const Table*> tables;
  for (const auto& block : document.blocks)
    if (const auto* const table = std::get_if<Table>(&block)) tables.push_back(table);
  return tables;
}

}  // namespace scalegen::document

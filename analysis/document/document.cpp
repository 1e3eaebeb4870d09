#include "analysis/document/document.hpp"

#include <algorithm>

namespace scalegen::document {
namespace {

bool is_detail(const Block& block) {
  if (const auto* const heading = std::get_if<Heading>(&block)) return heading->is_detail;
  if (const auto* const table = std::get_if<Table>(&block)) return table->is_detail;
  const auto* const bullets = std::get_if<Bullets>(&block);
  return bullets != nullptr && bullets->role == Role::details;
}

std::vector<std::size_t> widths_of(const Table& table) {
  const auto texts = texts_of(table);
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < texts.header.size(); ++c) {
    auto& width = widths.emplace_back(display_width(texts.header[c]));
    for (const auto& row : texts.rows) width = std::max(width, display_width(row[c]));
  }
  return widths;
}

// The table with the columns from `from` to before `to`, behind its keys.
Table with_columns(Table table, std::size_t from, std::size_t to) {
  const auto keep = [&](auto& cells) {
    cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(std::min(to, cells.size())), cells.end());
    cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(std::min(table.keys, cells.size())),
                cells.begin() + static_cast<std::ptrdiff_t>(std::min(from, cells.size())));
  };
  keep(table.header);
  keep(table.right_aligned);
  for (auto& row : table.rows) keep(row);
  return table;
}

}  // namespace

bool is_empty(const Section& section) {
  return section.table.rows.empty() && section.lines.empty() && section.details.empty();
}

void add(std::vector<Block>& blocks, const Section& section) {
  if (is_empty(section)) return;
  const bool has_table = !section.table.rows.empty() && !section.table.is_detail;
  if (!section.title.empty())
    blocks.emplace_back(Heading{section.title, !has_table && section.lines.empty()});
  if (!section.table.rows.empty()) blocks.emplace_back(section.table);
  if (!section.lines.empty()) blocks.emplace_back(Bullets{section.lines});
  if (!section.details.empty()) blocks.emplace_back(Bullets{section.details, Role::details});
}

Document without_details(Document document) {
  std::erase_if(document.blocks, is_detail);
  return document;
}

Document answer_of(const Document& document) {
  for (const auto& block : document.blocks)
    if (const auto* const list = std::get_if<Bullets>(&block); list != nullptr && list->role == Role::answer)
      return {.blocks = {Bullets{{list->items.front()}, Role::answer}}};
  return {};
}

Table table_of(const TextTable& texts) {
  Table table{.header = texts.header, .right_aligned = texts.right_aligned};
  for (const auto& row : texts.rows) {
    auto& cells = table.rows.emplace_back();
    for (const auto& text : row) cells.push_back({.text = text});
  }
  return table;
}

std::vector<Table> narrowed(const Table& table, std::size_t width) {
  const auto widths = widths_of(table);
  const auto sum = [&](std::size_t from, std::size_t to) {  // of columns, with two blanks behind each
    std::size_t all = 0;
    for (auto c = from; c < to; ++c) all += widths[c] + 2;
    return all;
  };
  std::vector<Table> parts;
  const auto keys = std::min(table.keys, widths.size());
  for (auto from = keys; from < widths.size() || parts.empty();) {
    auto to = std::min(from + 1, widths.size());
    while (to < widths.size() && sum(0, keys) + sum(from, to + 1) <= width + 2) ++to;
    parts.push_back(with_columns(table, from, to));
    from = to;
  }
  return parts;
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

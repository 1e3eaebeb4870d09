#pragma once
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "analysis/document/document.hpp"

namespace scalegen::document {

/// What a table shows of each row: a cell without a text where nothing is known.
template <class Row>
struct Column {
  std::string heading{};
  std::function<Cell(const Row&)> cell{};
  bool is_kept = false;            // though nothing is known of any row
  std::string unknown = kUnknown;  // in place of a cell without a text
};

template <class Row>
using Columns = std::vector<Column<Row>>;

/// A row for each of `rows`. Columns of which nothing is known are left out.
template <class Row>
Table table_of(const std::vector<Row>& rows, const Columns<Row>& columns) {
  Table table;
  table.rows.resize(rows.size());
  for (const auto& column : columns) {
    std::vector<Cell> cells;
    for (const auto& row : rows) cells.push_back(column.cell(row));
    if (!column.is_kept && std::ranges::all_of(cells, [](const Cell& cell) { return cell.text.empty(); }))
      continue;
    table.header.push_back(column.heading);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (cells[r].text.empty()) cells[r].text = column.unknown;
      table.rows[r].push_back(std::move(cells[r]));
    }
  }
  return table;
}

/// A figure with its text, a star beside it if it has one; a cell of nothing without a figure.
inline Cell figure_cell(const std::optional<stats::Estimate>& figure,
                        std::string (*text)(const stats::Estimate&), bool is_starred = false) {
  return figure ? Cell{.text = text(*figure), .figure = figure, .is_starred = is_starred} : Cell{};
}

}  // namespace scalegen::document

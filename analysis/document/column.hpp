#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/document/document.hpp"
#include "core/units.hpp"

namespace scalegen::document {

/// A value that a row has: a cell without a text where nothing is known. Its name is its heading.
template <class Row>
struct Column {
  std::string name{};
  std::function<Cell(const Row&)> cell{};
  bool is_kept = false;            // though nothing is known of any row
  std::string unknown = kUnknown;  // in place of a cell without a text
};

template <class Row>
using Columns = std::vector<Column<Row>>;

/// True of what is aligned by its last digit; a cell without a text is no other thing.
inline bool is_plain_number(const Cell& cell) {
  return !cell.is_starred && std::ranges::all_of(cell.text, [](char c) {
    return std::string_view("0123456789.,-+e").find(c) != std::string_view::npos;
  });
}

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
    table.header.push_back(column.name);
    table.right_aligned.push_back(std::ranges::all_of(cells, is_plain_number));
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (cells[r].text.empty()) cells[r].text = column.unknown;
      table.rows[r].push_back(std::move(cells[r]));
    }
  }
  return table;
}

template <class T>
Cell count_cell(const std::optional<T>& count) {
  return count ? Cell{.text = fmt::format("{}", *count)} : Cell{};
}

/// The cells of a column that shows a member as it is.
template <class Row>
std::function<Cell(const Row&)> text_of(std::string Row::*member) {
  return [=](const Row& row) { return Cell{row.*member}; };
}

/// A figure with its text, a star beside it if it has one; a cell of nothing without a figure.
inline Cell figure_cell(const std::optional<stats::Estimate>& figure,
                        std::string (*text)(const stats::Estimate&), bool is_starred = false) {
  return figure ? Cell{.text = text(*figure), .figure = figure, .is_starred = is_starred} : Cell{};
}

template <class Row>
std::function<Cell(const Row&)> figure_of(std::optional<stats::Estimate> Row::*member,
                                          std::string (*text)(const stats::Estimate&)) {
  return [=](const Row& row) { return figure_cell(row.*member, text); };
}

}  // namespace scalegen::document

#pragma once
#include <fmt/format.h>

#include <functional>

#include "analysis/document/document.hpp"
#include "analysis/panels/panel.hpp"
#include "core/units.hpp"

namespace scalegen::panels {

/// A value that a row has, by the name that panels give it.
template <class Row>
struct Column {
  std::string name{};
  std::function<document::Cell(const Row&)> cell{};
};

template <class Row>
using Columns = std::vector<Column<Row>>;

template <class Row>
std::vector<std::string> names_of(const Columns<Row>& columns) {
  std::vector<std::string> names;
  for (const auto& column : columns) names.push_back(column.name);
  return names;
}

/// The rows of a panel's table. Its reader has checked the names of its columns.
template <class Row>
std::vector<std::vector<document::Cell>> cells_of(const PanelTable& table, const std::vector<Row>& rows,
                                                  const Columns<Row>& columns) {
  std::vector<std::vector<document::Cell>> cells;
  for (const auto& row : rows) {
    auto& line = cells.emplace_back();
    for (const auto& wanted : table.columns)
      for (const auto& column : columns)
        if (column.name == wanted.name) line.push_back(column.cell(row));
  }
  return cells;
}

inline document::Cell unknown() { return {.text = document::kUnknown}; }

template <class T>
document::Cell count_cell(const std::optional<T>& count) {
  return count ? document::Cell{.text = fmt::format("{:g}", static_cast<double>(*count))} : unknown();
}

inline document::Cell digits_cell(const std::optional<double>& value) {
  return value ? document::Cell{.text = three_digits(*value), .figure = stats::Estimate{*value}} : unknown();
}

inline document::Cell gib_cell(const std::optional<double>& mib) {
  constexpr double kMibOfGib = 1024;
  return digits_cell(mib ? std::optional(*mib / kMibOfGib) : std::nullopt);
}

inline document::Cell text_cell(const std::string& text) {
  return text.empty() ? unknown() : document::Cell{.text = text};
}

}  // namespace scalegen::panels

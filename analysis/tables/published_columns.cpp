#include "analysis/tables/published_columns.hpp"

#include "core/metric_unit.hpp"

namespace scalegen {
namespace {

// Times in seconds, whatever the unit of the cell.
published::Measured measured(const std::string& text, const FigureColumn& column, Comma comma) {
  const auto cell = read_cell(text, comma);
  if (!cell || !cell->number || *cell->number <= 0) return {.value = 0};
  const auto unit = cell->unit.empty() ? column.head.unit : cell->unit == "m" ? "min" : cell->unit;
  const double seconds = seconds_in(unit).value_or(1);
  return {*cell->number * seconds, published::last_digit(text) * seconds};
}

std::map<std::string, double> sizes_of_rung(const RungShape& shape) {
  std::map<std::string, double> sizes;
  if (shape.ranks) sizes[shape.device == DeviceKind::gpu ? "gpus" : "ranks"] = *shape.ranks;
  if (shape.nodes) sizes["nodes"] = *shape.nodes;
  return sizes;
}

published::Row published_row(const CsvLine& line, const TableColumns& columns, Comma comma,
                             const ImportedRow& row) {
  published::Row published{
      .line = line.number, .rung = row.rung, .sizes = sizes_of_rung(row.shape), .conditions = row.conditions};
  for (const auto& figure : columns.figures)
    published.measured.push_back(measured(text_at(line, figure.position), figure, comma));
  for (const auto& axis : row.axes) set(published.conditions, axis.name, axis.value);
  return published;
}

}  // namespace

std::vector<published::Doubt> doubts_of_published(const CsvLine& header, const std::vector<CsvLine>& rows,
                                                  const TableColumns& columns, Comma comma,
                                                  const ImportedTable& table) {
  published::Table published{.decimal_comma = comma == Comma::decimal};
  std::vector<std::size_t> derived;
  for (const auto column : columns.others)
    if (published::kind_of(header.fields[column].text)) derived.push_back(column);
  if (derived.empty()) return {};
  for (const auto column : derived) published.derived.push_back(header.fields[column].text);
  for (const auto& figure : columns.figures)
    published.measured.push_back({figure.name, figure.head.quantity});
  for (std::size_t r = 0; r < rows.size(); ++r) {
    auto row = published_row(rows[r], columns, comma, table.rows[r]);
    for (const auto column : derived) row.cells.push_back(text_at(rows[r], column));
    published.rows.push_back(std::move(row));
  }
  return published::doubts_of(published);
}

}  // namespace scalegen

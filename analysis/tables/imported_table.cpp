#include "analysis/tables/imported_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/conditions/work.hpp"
#include "analysis/document/texts.hpp"
#include "analysis/tables/row_reader.hpp"
#include "analysis/tables/table_text.hpp"
#include "core/metric_unit.hpp"
#include "core/try.hpp"

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

/// The doubts about the speedups and efficiencies that a table says of itself, whichever its settings:
/// another row of the file may be their baseline.
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

// The table to which a row belongs.
Texts table_of(const ImportedRow& row) {
  Texts values;
  for (const auto& axis : row.axes) values.push_back(to_text(axis.value));
  return values;
}

Result<void> check_number_of_tables(const std::string& file, const ImportedTable& table) {
  std::set<Texts> tables;
  for (const auto& row : table.rows) tables.insert(table_of(row));
  if (tables.size() <= kMostTables) return {};
  Texts names;
  for (const auto& axis : table.rows.front().axes) names.push_back('\'' + axis.name + '\'');
  const auto& first = table.rows.front().axes.front();
  return failure(fmt::format("the settings of '{}' make {} tables, and a report has at most {}: {}", file,
                             tables.size(), kMostTables, fmt::join(names, ", ")),
                 fmt::format("choose rows, as in --where '{}={}'", first.name, to_text(first.value)));
}

// Rounds stand at several rungs; a "run" that each row has for itself counts rows. Without rounds the rows
// of a rung are numbered in their order, those with a figure first.
void number_rounds(ImportedTable& table, bool is_called_round) {
  std::map<int, std::set<std::string>> rungs;
  for (const auto& row : table.rows) rungs[row.round].insert(row.rung);
  const bool has_shared =
      std::ranges::any_of(rungs, [](const auto& round) { return round.second.size() > 1; });
  std::set<std::string> all;
  for (const auto& row : table.rows) all.insert(row.rung);
  table.has_rounds = table.has_rounds && (has_shared || is_called_round || all.size() < 2);
  if (table.has_rounds) return;
  std::map<std::pair<std::string, Texts>, int> counts;
  for (const bool has_value : {true, false})
    for (auto& row : table.rows)
      if (row.value.has_value() == has_value) row.round = ++counts[{row.rung, table_of(row)}];
}

Result<void> check_rounds(const std::string& file, const ImportedTable& table,
                          const std::vector<CsvLine>& rows, const TableColumns& columns) {
  std::map<std::pair<std::string, std::pair<Texts, int>>, int> lines;
  Diagnostics mistakes;
  for (std::size_t r = 0; r < table.rows.size() && table.has_rounds; ++r) {
    const auto& row = table.rows[r];
    const auto [first, is_new] = lines.try_emplace({row.rung, {table_of(row), row.round}}, rows[r].number);
    if (!is_new)
      mistakes.push_back(csv_error(file, rows[r], rows[r].fields[*columns.round],
                                   fmt::format("round {} of '{}' appears twice", row.round, row.rung),
                                   fmt::format("it is already in line {}", first->second)));
  }
  if (!mistakes.empty()) return tl::make_unexpected(std::move(mistakes));
  return {};
}

}  // namespace

Result<ImportedTable> read_table(const std::string& file, std::string_view text,
                                 const ReadingOptions& options) {
  TRY_ASSIGN(auto lines, table_text(file, text));
  if (lines.rows.empty())
    return failure(fmt::format("'{}' has no rows", file),
                   "a line is a rung and its time, such as 2gpu,42.06");
  const auto header = lines.header.value_or(CsvLine{});
  TRY_ASSIGN(lines.rows, rows_where(file, header, std::move(lines.rows), options.where));
  const int steps_left_out = leave_out_steps(header, lines.rows);
  TRY_ASSIGN(const auto comma, comma_of(file, header, lines.rows));
  TRY_ASSIGN(auto columns, lines.header ? columns_of(file, header, lines.rows, comma, options)
                                        : columns_without_header(file, lines.rows));
  ImportedTable table{.has_rounds = columns.round.has_value()};
  table.remarks.replaced_bytes = lines.replaced_bytes;
  table.remarks.steps_left_out = steps_left_out;
  table.remarks.tables_left_out = lines.tables_left_out;
  put_failures_for_figures(header, lines.rows, columns);
  table.remarks.lines_left_out = leave_out_empty_rows(lines.rows, columns, comma);
  std::vector<std::size_t> splits;
  TRY(read_rows(file, header, lines.rows, columns, options, comma, table, splits));
  if (std::ranges::none_of(table.rows, [](const auto& row) { return row.value.has_value(); }))
    return failure(fmt::format("no row of '{}' has a figure in '{}'", file, columns.figures.front().name),
                   "a figure is a number above 0, of a run that did not fail");
  judge_other_columns(header, lines.rows, splits, columns.others, table);
  for (auto& row : table.rows) complete_batch(row.shape, row.conditions);
  TRY(check_number_of_tables(file, table));
  table.doubts = doubts_of_published(header, lines.rows, columns, comma, table);
  const auto called = columns.round && lines.header ? header.fields[*columns.round].text : "";
  number_rounds(table, called == "round" || called == "Round");
  TRY(check_rounds(file, table, lines.rows, columns));
  return table;
}

}  // namespace scalegen

#include "analysis/tables/imported_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/scaling/comparability.hpp"
#include "analysis/scaling/work_of_table.hpp"
#include "analysis/tables/differing_columns.hpp"
#include "analysis/tables/published_columns.hpp"
#include "analysis/tables/row_reader.hpp"
#include "analysis/tables/table_text.hpp"
#include "core/metric_unit.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

using Texts = std::vector<std::string>;

/// The other columns of a table while it is found out what they mean.
class OtherColumns {
 public:
  OtherColumns(const CsvLine& header, const std::vector<CsvLine>& rows, ImportedTable& table)
      : header_(header), rows_(rows), table_(table) {
    for (const auto& row : table.rows) rungs_.push_back(row.rung);
  }

  // Known settings first: they explain what others differ in.
  void judge(std::vector<std::size_t> columns) {
    std::stable_partition(columns.begin(), columns.end(),
                          [&](auto c) { return is_setting_head(name_of(c)); });
    for (const auto column : columns) judge_one(column);
  }

  // Threads beside ranks divide a size: where they do so in several ways, or ranks and threads vary each by
  // itself, each number of threads is a setting. Those that feed GPUs say nothing of the size.
  void judge_split(std::size_t column) {
    const auto cells = cells_of(column);
    if (!rungs_that_differ(rungs_, cells).empty() || is_grid(cells))
      set_apart(column, cells);
    else if (table_.rows.front().shape.device == DeviceKind::gpu)
      table_.not_read.push_back(name_of(column));
  }

 private:
  // More pairs of ranks and threads than a path from the fewest to the most has.
  [[nodiscard]] bool is_grid(const Texts& threads) const {
    std::set<std::pair<int, int>> pairs;
    std::set<int> ranks;
    for (std::size_t r = 0; r < threads.size(); ++r) {
      const auto count = parse_count(threads[r]).value_or(0);
      const auto cores = table_.rows[r].shape.ranks.value_or(0);
      if (count == 0 || cores % count != 0) return false;
      pairs.insert({cores / count, count});
      ranks.insert(cores / count);
    }
    return pairs.size() >= ranks.size() + distinct(threads).size();
  }

  [[nodiscard]] const std::string& name_of(std::size_t column) const { return header_.fields[column].text; }

  [[nodiscard]] Texts cells_of(std::size_t column) const {
    Texts cells;
    for (const auto& row : rows_) {
      const auto text = column < row.fields.size() ? row.fields[column].text : "";
      const bool says_nothing = text == "-" || text == "–" || text == "—" || text == "n/a" || text == "N/A";
      cells.push_back(says_nothing ? "" : text);
    }
    return cells;
  }

  // Of the tables as far as they are told apart.
  [[nodiscard]] std::map<std::string, std::vector<std::size_t>> tables() const {
    std::map<std::string, std::vector<std::size_t>> rows;
    for (std::size_t r = 0; r < table_.rows.size(); ++r) {
      std::string key;
      for (const auto& axis : table_.rows[r].axes) key += to_text(axis.value) + '\n';
      rows[key].push_back(r);
    }
    return rows;
  }

  [[nodiscard]] Differing worst(std::size_t column, const Texts& cells) const {
    auto worst = Differing::nothing;
    for (const auto& [key, rows] : tables()) {
      Texts rungs;
      Texts here;
      for (const auto r : rows) {
        rungs.push_back(rungs_[r]);
        here.push_back(cells[r]);
      }
      const auto judged = judge_column(name_of(column), rungs, here);
      const auto rank = [](Differing d) {
        return d == Differing::apart ? 3 : d == Differing::open ? 2 : d == Differing::condition ? 1 : 0;
      };
      if (rank(judged) > rank(worst)) worst = judged;
    }
    return worst;
  }

  [[nodiscard]] Texts rungs_that_differ_in(const Texts& cells) const {
    Texts found;
    for (const auto& [key, rows] : tables()) {
      Texts rungs;
      Texts here;
      for (const auto r : rows) {
        rungs.push_back(rungs_[r]);
        here.push_back(cells[r]);
      }
      for (auto& rung : rungs_that_differ(rungs, here)) found.push_back(std::move(rung));
    }
    return distinct(found);
  }

  void judge_one(std::size_t column) {
    const auto cells = cells_of(column);
    const auto judged = worst(column, cells);
    const auto key = condition_of_head(name_of(column));
    const bool is_new =
        std::none_of(read_.begin(), read_.end(), [&](const auto& read) { return read == key; });
    if (!key.empty() && is_new && rungs_that_differ_in(cells).empty()) {
      add_condition(key, cells);
      read_.push_back(key);
    } else if (judged == Differing::apart) {
      set_apart(column, cells);
    } else if (judged == Differing::condition) {
      add_condition(std::string(kColumn) + at_most(name_of(column), kLongestName), cells);
    } else {
      if (judged == Differing::open)
        table_.open.push_back({name_of(column), distinct(cells), rungs_that_differ_in(cells)});
      if (!distinct(cells).empty()) table_.not_read.push_back(name_of(column));
    }
  }

  static Value value_of(const std::string& cell) {
    const auto number = parse_count(cell);
    return number ? Value(std::int64_t{*number}) : Value(at_most(cell, kLongestName));
  }

  void add_condition(const std::string& key, const Texts& cells) {
    for (std::size_t r = 0; r < cells.size(); ++r)
      if (!cells[r].empty()) set(table_.rows[r].conditions, key, value_of(cells[r]));
  }

  void set_apart(std::size_t column, const Texts& cells) {
    const auto key = condition_of_head(name_of(column));
    for (std::size_t r = 0; r < cells.size(); ++r) {
      table_.rows[r].axes.push_back({name_of(column), cells[r].empty() ? Value("-") : value_of(cells[r])});
      if (!key.empty() && !cells[r].empty()) set(table_.rows[r].conditions, key, value_of(cells[r]));
    }
    if (!key.empty()) read_.push_back(key);
  }

  static constexpr std::size_t kLongestName = 100;  // of a column or of a value in it, in bytes

  const CsvLine& header_;
  const std::vector<CsvLine>& rows_;
  ImportedTable& table_;
  Texts rungs_;
  Texts read_;  // keys of conditions
};

std::set<Texts> tables_in(const ImportedTable& table) {
  std::set<Texts> tables;
  for (const auto& row : table.rows) {
    Texts values;
    for (const auto& axis : row.axes) values.push_back(to_text(axis.value));
    tables.insert(values);
  }
  return tables;
}

Result<void> check_number_of_tables(const std::string& file, const ImportedTable& table) {
  const auto tables = tables_in(table).size();
  if (tables <= kMostTables) return {};
  Texts names;
  for (const auto& axis : table.rows.front().axes) names.push_back('\'' + axis.name + '\'');
  const auto& first = table.rows.front().axes.front();
  return failure(fmt::format("the settings of '{}' make {} tables, and a report has at most {}: {}", file,
                             tables, kMostTables, fmt::join(names, ", ")),
                 fmt::format("choose rows, as in --where '{}={}'", first.name, to_text(first.value)));
}

// Rounds stand at several rungs; a "run" that each row has for itself counts rows. Without rounds the rows
// of a rung are numbered in their order, those with a figure first.
void number_rounds(ImportedTable& table, bool is_called_round) {
  std::map<int, std::set<std::string>> rungs;
  for (const auto& row : table.rows) rungs[row.round].insert(row.rung);
  const bool has_shared =
      std::any_of(rungs.begin(), rungs.end(), [](const auto& round) { return round.second.size() > 1; });
  std::set<std::string> all;
  for (const auto& row : table.rows) all.insert(row.rung);
  table.has_rounds = table.has_rounds && (has_shared || is_called_round || all.size() < 2);
  if (table.has_rounds) return;
  std::map<std::pair<std::string, Texts>, int> counts;
  for (const bool has_value : {true, false})
    for (auto& row : table.rows) {
      if (row.value.has_value() != has_value) continue;
      Texts values;
      for (const auto& axis : row.axes) values.push_back(to_text(axis.value));
      row.round = ++counts[{row.rung, values}];
    }
}

Result<void> check_rounds(const std::string& file, const ImportedTable& table,
                          const std::vector<CsvLine>& rows, const TableColumns& columns) {
  std::map<std::pair<std::string, std::pair<Texts, int>>, int> lines;
  Diagnostics mistakes;
  for (std::size_t r = 0; r < table.rows.size() && table.has_rounds; ++r) {
    const auto& row = table.rows[r];
    Texts values;
    for (const auto& axis : row.axes) values.push_back(to_text(axis.value));
    const auto [first, is_new] = lines.try_emplace({row.rung, {values, row.round}}, rows[r].number);
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
  TRY_ASSIGN(const auto comma, comma_of(file, header, lines.rows));
  TRY_ASSIGN(const auto columns, lines.header ? columns_of(file, header, lines.rows, comma, options)
                                              : columns_without_header(file, lines.rows));
  ImportedTable table{.has_rounds = columns.round.has_value()};
  table.remarks.replaced_bytes = lines.replaced_bytes;
  table.remarks.tables_left_out = lines.tables_left_out;
  table.remarks.lines_left_out = leave_out_empty_rows(lines.rows, columns, comma);
  std::vector<std::size_t> splits;
  TRY(read_rows(file, header, lines.rows, columns, options, comma, table, splits));
  if (std::none_of(table.rows.begin(), table.rows.end(), [](const auto& row) { return row.value; }))
    return failure(fmt::format("no row of '{}' has a figure in '{}'", file, columns.figures.front().name),
                   "a figure is a number above 0");
  OtherColumns others(header, lines.rows, table);
  for (const auto column : splits) others.judge_split(column);
  others.judge(columns.others);
  for (auto& row : table.rows) complete_batch(row.shape, row.conditions);
  TRY(check_number_of_tables(file, table));
  table.doubts = doubts_of_published(header, lines.rows, columns, comma, table);
  const auto called = columns.round && lines.header ? header.fields[*columns.round].text : "";
  number_rounds(table, called == "round" || called == "Round");
  TRY(check_rounds(file, table, lines.rows, columns));
  return table;
}

}  // namespace scalegen

#include "analysis/tables/row_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/conditions/comparability.hpp"
#include "analysis/document/texts.hpp"
#include "analysis/tables/differing_columns.hpp"
#include "analysis/tables/head_words.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

/// The other columns of a table while it is found out what they mean.
class OtherColumns {
 public:
  OtherColumns(const CsvLine& header, const std::vector<CsvLine>& rows, ImportedTable& table)
      : header_(header), rows_(rows), table_(table) {
    for (const auto& row : table.rows) rungs_.push_back(row.rung);
  }

  // Known settings first: they explain what others differ in.
  void judge(std::vector<std::size_t> columns) {
    std::ranges::stable_partition(columns, [&](auto c) { return is_setting_head(name_of(c)); });
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
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const auto& text = text_at(rows_[r], column);
      const bool says_nothing = (!table_.rows[r].value && is_outcome_head(name_of(column))) || text == "-" ||
                                text == "–" || text == "—" || text == "n/a" || text == "N/A";
      cells.push_back(says_nothing ? "" : text);
    }
    return cells;
  }

  // Calls visit(rungs, cells) for the rows of each table, as far as tables are told apart.
  template <class Visit>
  void for_each_table(const Texts& cells, const Visit& visit) const {
    std::map<std::string, std::pair<Texts, Texts>> tables;
    for (std::size_t r = 0; r < table_.rows.size(); ++r) {
      std::string key;
      for (const auto& axis : table_.rows[r].axes) key += to_text(axis.value) + '\n';
      auto& [rungs, here] = tables[key];
      rungs.push_back(rungs_[r]);
      here.push_back(cells[r]);
    }
    for (const auto& [key, table] : tables) visit(table.first, table.second);
  }

  [[nodiscard]] Differing worst(std::size_t column, const Texts& cells) const {
    auto worst = Differing::nothing;
    for_each_table(cells, [&](const Texts& rungs, const Texts& here) {
      worst = std::max(worst, judge_column(name_of(column), rungs, here));
    });
    return worst;
  }

  [[nodiscard]] Texts rungs_that_differ_in(const Texts& cells) const {
    Texts found;
    for_each_table(cells, [&](const Texts& rungs, const Texts& here) {
      for (auto& rung : rungs_that_differ(rungs, here)) found.push_back(std::move(rung));
    });
    return distinct(found);
  }

  void judge_one(std::size_t column) {
    const auto cells = cells_of(column);
    const auto judged = worst(column, cells);
    const auto key = condition_of_head(name_of(column));
    const bool is_new = std::ranges::none_of(read_, [&](const auto& read) { return read == key; });
    if (!key.empty() && is_new && rungs_that_differ_in(cells).empty()) {
      add_condition(key, cells);
      read_.push_back(key);
    } else if (judged == Differing::apart) {
      set_apart(column, cells);
    } else if (judged == Differing::condition && part_of_problem(name_of(column)).empty()) {
      const auto name = at_most(name_of(column), kLongestName);
      add_condition(is_problem_head(name) ? key_of_problem(name) : std::string(kColumn) + name, cells);
    } else if (!part_of_problem(name_of(column)).empty() && distinct(cells).size() == 1) {
      add_condition(key_of_problem(at_most(name_of(column), kLongestName)), sums_of_shares(column, cells));
    } else {
      if (judged == Differing::open)
        table_.open.push_back({name_of(column), distinct(cells), rungs_that_differ_in(cells)});
      if (judged == Differing::open && is_outcome_head(name_of(column)))
        add_condition(std::string(kColumn) + at_most(name_of(column), kLongestName), cells);
      if (!distinct(cells).empty()) table_.not_read.push_back(name_of(column));
    }
  }

  static std::string key_of_problem(const std::string& name) {
    const bool is_said = is_one_of(" problem_size problem ", joined(head_of(name).words, '_'));
    return is_said ? std::string(kProblemSize) : fmt::format("{} ({})", kProblemSize, name);
  }

  // Equal shares are more work on more ranks.
  [[nodiscard]] Texts sums_of_shares(std::size_t column, Texts cells) const {
    const bool is_of_nodes = part_of_problem(name_of(column)) == "/node";
    for (std::size_t r = 0; r < cells.size(); ++r) {
      const auto& shape = table_.rows[r].shape;
      const auto count = is_of_nodes ? shape.nodes : shape.ranks;
      cells[r] = count && !cells[r].empty() ? fmt::format("{} x {}", *count, cells[r]) : "";
    }
    return cells;
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

}  // namespace

void judge_other_columns(const CsvLine& header, const std::vector<CsvLine>& rows,
                         const std::vector<std::size_t>& splits, const std::vector<std::size_t>& others,
                         ImportedTable& table) {
  OtherColumns columns(header, rows, table);
  for (const auto column : splits) columns.judge_split(column);
  columns.judge(others);
}

}  // namespace scalegen

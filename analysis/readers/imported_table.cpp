#include "analysis/readers/imported_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "analysis/readers/csv.hpp"
#include "analysis/readers/table_columns.hpp"
#include "core/rung.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

// A value outside is a mistake or in another unit; squares and quotients of values within are finite.
constexpr double kMin = 1e-9;
constexpr double kMax = 1e12;

constexpr std::size_t kLongestName = 100;  // of a rung

// As a sweep file writes a rung, where it can: 2gpu, 4cores, 1node, 8ranks.
std::string name_of(int number, const std::string& counted) {
  if (counted == "gpus") return fmt::format("{}gpu", number);
  return fmt::format("{}{}", number, number == 1 ? counted.substr(0, counted.size() - 1) : counted);
}

struct NamedShape {
  std::string name{};
  RungShape shape{};
};

constexpr auto kNoCommas = "write numbers with a decimal point and without commas, such as 1234.5";

/// Reads the rows of a table whose columns are known, and collects their mistakes.
class RowReader {
 public:
  RowReader(const std::string& file, TableColumns columns)
      : file_(file), columns_(std::move(columns)), others_(columns_.not_read) {
    for (const auto& column : columns_.conditions) others_.push_back(column.position);
    fields_.resize(others_.size());
  }

  void read(const CsvLine& line) {
    if (line.fields.size() == columns_.count)
      read_row(line);
    else
      wrong_count(line);
  }

  /// Those of the other columns in which rows of one rung differ as settings do.
  [[nodiscard]] std::vector<SplittingColumn> splitting_columns(const CsvLine& header) const {
    std::vector<std::string_view> rungs;
    for (const auto& row : rows_) rungs.push_back(row.rung);
    std::vector<SplittingColumn> found;
    for (std::size_t i = 0; i < others_.size(); ++i)
      if (auto column = splitting_column(header.fields[others_[i]].text, rungs, fields_[i]))
        found.push_back(*std::move(column));
    return found;
  }

  Result<ImportedTable> table() && {
    if (!mistakes_.empty()) return tl::make_unexpected(std::move(mistakes_));
    if (rows_.empty())
      return failure(fmt::format("'{}' has no rows", file_),
                     "a line is a rung and its time, such as 2gpu,42.06");
    return ImportedTable{.quantity = columns_.quantity, .unit = columns_.unit, .rows = std::move(rows_)};
  }

 private:
  void read_row(const CsvLine& line) {
    const auto rung = rung_in(line);
    const auto value = value_in(line);
    const auto round = columns_.round ? round_in(line) : next_round(rung);
    if (!rung || !value || !round) return;
    const auto [first, is_new] = lines_[*rung].try_emplace(*round, line.number);
    if (is_new)
      add_row({*rung, *round, *value, conditions_in(line), is_without_gpu(line.fields[columns_.rung].text)},
              line);
    else
      add_mistake(line, columns_.rung, fmt::format("round {} of '{}' appears twice", *round, *rung),
                  fmt::format("it is already in line {}", first->second));
  }

  void add_row(ImportedRow row, const CsvLine& line) {
    rows_.push_back(std::move(row));
    for (std::size_t i = 0; i < others_.size(); ++i) fields_[i].push_back(line.fields[others_[i]].text);
  }

  // An empty field says nothing.
  [[nodiscard]] Settings conditions_in(const CsvLine& line) const {
    Settings conditions;
    for (const auto& column : columns_.conditions) {
      const auto& text = line.fields[column.position].text;
      const auto number = parse_count(text);
      if (!text.empty()) set(conditions, column.key, number ? Value(std::int64_t{*number}) : Value(text));
    }
    return conditions;
  }

  std::optional<std::string> rung_in(const CsvLine& line) {
    const auto& text = line.fields[columns_.rung].text;
    if (has_control_characters(text))
      add_mistake(line, columns_.rung, "the name of this rung contains a control character", "");
    else if (!is_utf8(text))
      add_mistake(line, columns_.rung, "the name of this rung is not UTF-8", "save the table as UTF-8");
    else if (text.size() > kLongestName)
      add_mistake(line, columns_.rung,
                  fmt::format("the name of a rung has at most {} bytes, not {}", kLongestName, text.size()),
                  "such as cpu, 1gpu or 2x4gpu");
    else if (text.empty())
      add_mistake(line, columns_.rung, "a rung needs a name", "such as cpu, 1gpu or 2x4gpu");
    else if (!columns_.counted.empty())
      return counted_rung(line, text);
    else if (parse_number(text))
      add_mistake(
          line, columns_.rung, fmt::format("'{}' does not say of what", text),
          "write 2gpu, 4cpu or 2nodes, or name this column in the first line: gpus, ranks, nodes or cores");
    else
      return first_name_of(text);
    return std::nullopt;
  }

  [[nodiscard]] bool is_without_gpu(const std::string& text) const {
    return columns_.counted == "gpus" && parse_count(text) == 0;
  }

  // A number in a column such as gpus; a rung such as 2gpu may stand there too.
  std::optional<std::string> counted_rung(const CsvLine& line, const std::string& text) {
    const auto number = parse_count(text);
    if (!number && shape_of_name(text) != RungShape{}) return first_name_of(text);
    if (is_without_gpu(text)) return "cpu";
    if (number && *number > 0) return first_name_of(name_of(*number, columns_.counted));
    add_mistake(line, columns_.rung, fmt::format("'{}' is not a number of {}", text, columns_.counted),
                "write a number above 0, or a rung such as cpu");
    return std::nullopt;
  }

  // 1gpu, "1 GPU" and 1x1gpu are one rung: it has the name that comes first.
  std::string first_name_of(const std::string& name) {
    const auto shape = shape_of_name(name);
    if (shape == RungShape{}) return name;
    const auto same =
        std::find_if(names_.begin(), names_.end(), [&](const auto& n) { return n.shape == shape; });
    if (same != names_.end()) return same->name;
    names_.push_back({name, shape});
    return name;
  }

  std::optional<double> value_in(const CsvLine& line) {
    const auto& text = line.fields[columns_.value].text;
    const auto number = parse_number(text);
    if (number && *number >= kMin && *number <= kMax) return number;
    if (number && *number > 0)
      add_mistake(line, columns_.value,
                  fmt::format("{} must be from 1e-9 to 1e12, but this is {}", columns_.value_name, text),
                  "check the number and its unit");
    else if (number)
      add_mistake(line, columns_.value,
                  fmt::format("{} must be above 0, but this is {}", columns_.value_name, text),
                  "leave out the line of a run without a result");
    else
      add_mistake(line, columns_.value, fmt::format("'{}' is not a number", text),
                  text.find(',') == std::string::npos
                      ? fmt::format("expected {} without a unit, such as 42.06", columns_.value_name)
                      : kNoCommas);
    return std::nullopt;
  }

  std::optional<int> round_in(const CsvLine& line) {
    const auto& text = line.fields[*columns_.round].text;
    const auto number = parse_number(text);
    if (number && *number >= 1 && *number <= 1e6 && *number == std::floor(*number))
      return static_cast<int>(*number);
    add_mistake(line, *columns_.round, fmt::format("'{}' is not a round number", text),
                "rounds are numbered from 1");
    return std::nullopt;
  }

  std::optional<int> next_round(const std::optional<std::string>& rung) {
    return rung ? std::optional(static_cast<int>(lines_[*rung].size()) + 1) : std::nullopt;
  }

  void wrong_count(const CsvLine& line) {
    add_mistake(line, line.fields.size() - 1,
                fmt::format("expected {} fields, but this line has {}", columns_.count, line.fields.size()),
                line.fields.size() < columns_.count ? "write all fields, empty ones too" : kNoCommas);
  }

  void add_mistake(const CsvLine& line, std::size_t field, std::string message, std::string hint) {
    mistakes_.push_back(csv_error(file_, line, line.fields[field], std::move(message), std::move(hint)));
  }

  const std::string& file_;
  TableColumns columns_;
  std::map<std::string, std::map<int, int>> lines_;  // rung -> round -> line
  std::vector<NamedShape> names_;                    // of the rungs whose size is known
  std::vector<ImportedRow> rows_;
  std::vector<std::size_t> others_;               // the columns besides rung, figure and round
  std::vector<std::vector<std::string>> fields_;  // of each of them, for each of the rows
  Diagnostics mistakes_;
};

bool is_comment(const CsvLine& line) { return line.text.front() == '#'; }

// "# gpus,time" as the header that it may be.
CsvLine without_hash(CsvLine line) {
  auto& first = line.fields.front().text;
  first.erase(0, std::min(first.find_first_not_of("# \t"), first.size()));
  return line;
}

/// The lines of a table: its header, if it has one, and its rows.
struct TableLines {
  std::optional<CsvLine> header{};
  std::vector<CsvLine> rows{};
};

// A comment before the rows is the header if it names a column for the rung and the first other line does
// not.
TableLines table_lines(std::vector<CsvLine> lines) {
  TableLines table;
  for (auto& line : lines) {
    const bool is_first = table.rows.empty();
    if (is_comment(line)) {
      auto candidate = without_hash(std::move(line));
      if (is_first && candidate.fields.size() > 1 && names_a_rung(candidate))
        table.header = std::move(candidate);
    } else {
      table.rows.push_back(std::move(line));
    }
  }
  if (table.rows.empty() || !is_header(table.rows.front())) return table;
  table.header = std::move(table.rows.front());
  table.rows.erase(table.rows.begin());
  return table;
}

// Spreadsheets write tabs, or semicolons where the comma is the decimal point.
char separator_of(std::string_view text) {
  const auto lines = read_csv(text);
  const auto first = std::find_if_not(lines.begin(), lines.end(), is_comment);
  const auto& sample = first == lines.end() ? std::string() : first->text;
  for (const char separator : {'\t', ';'})
    if (sample.find(separator) != std::string::npos) return separator;
  return ',';
}

Result<TableColumns> columns_of(const std::string& file, const TableLines& table) {
  if (table.header) return columns_of_header(file, *table.header);
  return table.rows.empty() ? TableColumns{} : columns_without_header(file, table.rows.front());
}

}  // namespace

Result<ImportedTable> read_table(const std::string& file, std::string_view text) {
  const auto table = table_lines(read_csv(text, separator_of(text)));
  TRY_ASSIGN(const auto columns, columns_of(file, table));
  RowReader rows(file, columns);
  for (const auto& row : table.rows) rows.read(row);
  auto splitting = table.header ? rows.splitting_columns(*table.header) : std::vector<SplittingColumn>{};
  TRY_ASSIGN(auto read, std::move(rows).table());
  for (const auto position : columns.not_read) read.not_read.push_back(table.header->fields[position].text);
  read.splitting = std::move(splitting);
  return read;
}

}  // namespace scalegen

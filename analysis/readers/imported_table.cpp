#include "analysis/readers/imported_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "analysis/readers/csv.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

struct KnownQuantity {
  std::string column{};
  Quantity quantity = Quantity::time;
  std::string unit{};
};

const std::vector<KnownQuantity> kKnownQuantities{{"seconds", Quantity::time, "s"},
                                                  {"images_per_s", Quantity::rate, "images/s"},
                                                  {"samples_per_s", Quantity::rate, "samples/s"}};

std::vector<std::string> known_names() {
  std::vector<std::string> names{"rung"};
  for (const auto& known : kKnownQuantities) names.push_back(known.column);
  names.emplace_back("round");
  return names;
}

std::optional<std::size_t> position_of(const CsvLine& header, const std::string& name) {
  for (std::size_t i = 0; i < header.fields.size(); ++i)
    if (header.fields[i].text == name) return i;
  return std::nullopt;
}

Diagnostics unknown_and_repeated(const std::string& file, const CsvLine& header) {
  Diagnostics mistakes;
  const auto known = known_names();
  for (std::size_t i = 0; i < header.fields.size(); ++i) {
    const auto& field = header.fields[i];
    if (std::find(known.begin(), known.end(), field.text) == known.end())
      mistakes.push_back(csv_error(file, header, field, fmt::format("unknown column '{}'", field.text),
                                   did_you_mean(field.text, known)));
    else if (position_of(header, field.text) != i)
      mistakes.push_back(csv_error(file, header, field, fmt::format("column '{}' appears twice", field.text),
                                   "keep one of them"));
  }
  return mistakes;
}

Diagnostic wrong_set(const std::string& file, const CsvLine& header) {
  return csv_error(
      file, header, header.fields.front(),
      "a table needs a column 'rung' and exactly one of 'seconds', 'images_per_s' and 'samples_per_s'",
      "name the columns in the first line, such as rung,seconds or rung,images_per_s,round");
}

/// The position of each column.
struct TableColumns {
  std::size_t count = 2;
  std::size_t rung = 0;
  std::size_t value = 1;
  std::optional<std::size_t> round{};
  std::string value_name = "seconds";
  Quantity quantity = Quantity::time;
  std::string unit = "s";
};

// True if a line names columns: none of its fields is a number.
bool is_header(const CsvLine& line) {
  return std::none_of(line.fields.begin(), line.fields.end(),
                      [](const CsvField& field) { return parse_number(field.text).has_value(); });
}

// Columns in any order: rung; one of seconds, images_per_s and samples_per_s; optionally round.
Result<TableColumns> columns_of_header(const std::string& file, const CsvLine& header) {
  if (auto mistakes = unknown_and_repeated(file, header); !mistakes.empty())
    return tl::make_unexpected(std::move(mistakes));
  const auto rung = position_of(header, "rung");
  TableColumns columns{
      .count = header.fields.size(), .rung = rung.value_or(0), .round = position_of(header, "round")};
  int quantities = 0;
  for (const auto& known : kKnownQuantities) {
    const auto position = position_of(header, known.column);
    if (!position) continue;
    ++quantities;
    columns.value = *position;
    columns.value_name = known.column;
    columns.quantity = known.quantity;
    columns.unit = known.unit;
  }
  if (!rung || quantities != 1) return tl::make_unexpected(Diagnostics{wrong_set(file, header)});
  return columns;
}

// Columns of a table without a header: rung,seconds[,round].
TableColumns default_columns(const CsvLine& first) {
  if (first.fields.size() == 3) return {.count = 3, .round = 2};
  return {};
}

// A value outside is a mistake or in another unit; squares and quotients of values within are finite.
constexpr double kMin = 1e-9;
constexpr double kMax = 1e12;

/// Reads the rows of a table whose columns are known, and collects their mistakes.
class RowReader {
 public:
  RowReader(const std::string& file, TableColumns columns) : file_(file), columns_(std::move(columns)) {}

  void read(const CsvLine& line) {
    if (line.fields.size() == columns_.count)
      read_row(line);
    else
      wrong_count(line);
  }

  Result<ImportedTable> table() && {
    if (!mistakes_.empty()) return tl::make_unexpected(std::move(mistakes_));
    if (rows_.empty())
      return failure(fmt::format("'{}' has no rows", file_),
                     "a line is a rung and its time, such as 2gpu,42.06");
    return ImportedTable{columns_.quantity, columns_.unit, std::move(rows_)};
  }

 private:
  void read_row(const CsvLine& line) {
    const auto rung = rung_in(line);
    const auto value = value_in(line);
    const auto round = columns_.round ? round_in(line) : next_round(line);
    if (!rung || !value || !round) return;
    const auto [first, is_new] = lines_[*rung].try_emplace(*round, line.number);
    if (is_new)
      rows_.push_back({*rung, *round, *value});
    else
      add_mistake(line, columns_.rung, fmt::format("round {} of '{}' appears twice", *round, *rung),
                  fmt::format("it is already in line {}", first->second));
  }

  std::optional<std::string> rung_in(const CsvLine& line) {
    const auto& text = line.fields[columns_.rung].text;
    if (has_control_characters(text)) {
      add_mistake(line, columns_.rung, "the name of this rung contains a control character", "");
      return std::nullopt;
    }
    if (!text.empty()) return text;
    add_mistake(line, columns_.rung, "a rung needs a name", "such as cpu, 1gpu or 2x4gpu");
    return std::nullopt;
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
                  fmt::format("expected {} without a unit, such as 42.06", columns_.value_name));
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

  std::optional<int> next_round(const CsvLine& line) {
    return static_cast<int>(lines_[line.fields[columns_.rung].text].size()) + 1;
  }

  void wrong_count(const CsvLine& line) {
    add_mistake(line, line.fields.size() - 1,
                fmt::format("expected {} fields, but this line has {}", columns_.count, line.fields.size()),
                "write numbers with a decimal point and without commas, such as 1234.5");
  }

  void add_mistake(const CsvLine& line, std::size_t field, std::string message, std::string hint) {
    mistakes_.push_back(csv_error(file_, line, line.fields[field], std::move(message), std::move(hint)));
  }

  const std::string& file_;
  TableColumns columns_;
  std::map<std::string, std::map<int, int>> lines_;  // rung -> round -> line
  std::vector<ImportedRow> rows_;
  Diagnostics mistakes_;
};

std::vector<CsvLine> without_comments(std::vector<CsvLine> lines) {
  std::erase_if(lines, [](const CsvLine& line) { return line.text.front() == '#'; });
  return lines;
}

}  // namespace

Result<ImportedTable> read_table(const std::string& file, std::string_view text) {
  const auto lines = without_comments(read_csv(text));
  const bool has_header = !lines.empty() && is_header(lines.front());
  TRY_ASSIGN(auto columns, has_header ? columns_of_header(file, lines.front())
                                      : Result<TableColumns>(lines.empty() ? TableColumns{}
                                                                           : default_columns(lines.front())));
  RowReader rows(file, columns);
  for (std::size_t i = has_header ? 1 : 0; i < lines.size(); ++i) rows.read(lines[i]);
  return std::move(rows).table();
}

}  // namespace scalegen

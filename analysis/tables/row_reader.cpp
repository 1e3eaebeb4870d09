#include "analysis/tables/row_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "analysis/tables/head_words.hpp"
#include "core/metric_unit.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

using Rows = std::vector<CsvLine>;

// A value outside is a mistake or in another unit; squares and quotients of values within are finite.
constexpr double kMin = 1e-9;
constexpr double kMax = 1e12;

constexpr std::size_t kLongestName = 100;  // of a rung

constexpr auto kNoCommas = "write numbers with a decimal point and without commas, such as 1234.5";

/// Reads the cells of a table whose columns are known, and collects their mistakes.
class RowReader {
 public:
  RowReader(const std::string& file, const TableColumns& columns, Comma comma)
      : file_(file), columns_(columns), figure_(columns.figures.front()), comma_(comma) {}

  void check_width(const CsvLine& line, std::size_t width) {
    if (line.fields.size() == width) return;
    mistakes_.push_back(
        csv_error(file_, line, line.fields.back(),
                  fmt::format("expected {} fields, but this line has {}", width, line.fields.size()),
                  line.fields.size() < width ? "write all fields, empty ones too" : kNoCommas));
  }

  // The name of a rung, and its size if the name says it.
  std::optional<SizedRung> rung_in(const CsvLine& line) {
    const auto& text = text_at(line, *columns_.rung);
    if (has_control_characters(text))
      add_mistake(line, *columns_.rung, "the name of this rung contains a control character", "");
    else if (text.size() > kLongestName)
      add_mistake(line, *columns_.rung,
                  fmt::format("the name of a rung has at most {} bytes, not {}", kLongestName, text.size()),
                  "such as cpu, 1gpu or 2x4gpu");
    else if (text.empty())
      add_mistake(line, *columns_.rung, "a rung needs a name", "such as cpu, 1gpu or 2x4gpu");
    else if (parse_printed_number(text))
      add_mistake(
          line, *columns_.rung, fmt::format("'{}' does not say of what", text),
          "write 2gpu, 4cpu or 2nodes, or name this column in the first line: gpus, ranks, nodes or cores");
    else
      return first_name_of(text);
    return std::nullopt;
  }

  // Nodes and ranks of a row whose rung has a column too.
  static void complete(SizedRung& rung, const std::optional<SizedRung>& by_columns) {
    if (!by_columns) return;
    if (!rung.shape.nodes) rung.shape.nodes = by_columns->shape.nodes;
    if (!rung.shape.ranks) rung.shape.ranks = by_columns->shape.ranks;
    if (!rung.shape.device) rung.shape.device = by_columns->shape.device;
  }

  void read_value(const CsvLine& line, ImportedRow& row) {
    const auto& text = text_at(line, figure_.position);
    const auto cell = read_cell(text, comma_);
    if (!cell)
      return add_mistake(
          line, figure_.position, fmt::format("'{}' is not a number", text),
          text.find(',') == std::string::npos
              ? fmt::format("expected {} with or without its unit, such as 42.06", figure_.name)
              : kNoCommas);
    if (!cell->number) {
      row.no_value = text.empty() ? "no figure" : at_most(text, kLongestName);
      return;
    }
    is_approximate = is_approximate || cell->is_approximate;
    const auto value = in_unit_of_column(line, *cell);
    if (!value) return;
    if (*value >= kMin && *value <= kMax)
      row.value = *value;
    else if (*value > 0)
      add_mistake(line, figure_.position,
                  fmt::format("{} must be from 1e-9 to 1e12, but this is {}", figure_.name, text),
                  "check the number and its unit");
    else
      add_mistake(line, figure_.position,
                  fmt::format("{} must be above 0, but this is {}", figure_.name, text),
                  "leave out the line of a run without a result");
  }

  // Checked by columns_of(): a column of rounds has nothing else.
  [[nodiscard]] int round_in(const CsvLine& line) const {
    return columns_.round ? parse_count(text_at(line, *columns_.round)).value_or(1) : 1;
  }

  bool is_approximate = false;

  Diagnostics take_mistakes() { return std::move(mistakes_); }

 private:
  // 1gpu, "1 GPU" and 1x1gpu are one rung: it has the name that comes first.
  SizedRung first_name_of(const std::string& name) {
    const auto size = read_size(name, comma_);
    if (!size) return {name, {}};
    const SizedRung rung{name, {size->device, size->nodes, size->count}};
    const auto same = std::ranges::find_if(
        names_, [&](const auto& n) { return on_one_node(n.shape) == on_one_node(rung.shape); });
    if (same != names_.end()) return *same;
    names_.push_back(rung);
    return rung;
  }

  // One rank has one node, whoever says it.
  static RungShape on_one_node(RungShape shape) {
    if (shape.ranks == 1) shape.nodes = 1;
    return shape;
  }

  // A time with a unit in its cell is converted, a rate has to have that of the others.
  std::optional<double> in_unit_of_column(const CsvLine& line, const Cell& cell) {
    const bool is_time = figure_.head.quantity == Quantity::time;
    const auto unit = is_time && cell.unit == "m" ? std::string("min") : cell.unit;
    if (unit.empty() && figure_.needs_unit) {
      add_mistake(line, figure_.position,
                  fmt::format("'{}' has no unit, and other cells of '{}' have",
                              text_at(line, figure_.position), figure_.name),
                  fmt::format("write it behind the number, as in {} {}", text_at(line, figure_.position),
                              figure_.head.unit));
      return std::nullopt;
    }
    if (unit.empty()) return cell.number;
    const auto of_column = seconds_in(figure_.head.unit);
    const auto of_cell = seconds_in(unit);
    const auto& text = text_at(line, figure_.position);
    if (of_column == 3600 && std::ranges::count(text, ':') == 1) {
      add_mistake(line, figure_.position,
                  fmt::format("'{}' below '{}' may be hours or minutes", text, figure_.name),
                  "write it as H:MM:SS");
      return std::nullopt;
    }
    if (is_time && of_column && of_cell) return *cell.number * *of_cell / *of_column;
    if (!is_time && (figure_.head.unit.starts_with(unit) || !figure_.has_units)) return cell.number;
    add_mistake(line, figure_.position,
                fmt::format("'{}' is not in {}, as '{}' is elsewhere", text_at(line, figure_.position),
                            figure_.head.unit, figure_.name),
                "write all figures of a column in one unit");
    return std::nullopt;
  }

  void add_mistake(const CsvLine& line, std::size_t field, std::string message, std::string hint) {
    mistakes_.push_back(csv_error(file_, line, line.fields[std::min(field, line.fields.size() - 1)],
                                  std::move(message), std::move(hint)));
  }

  const std::string& file_;
  const TableColumns& columns_;
  const FigureColumn& figure_;
  Comma comma_;
  std::vector<SizedRung> names_;  // of the rungs whose size is known
  Diagnostics mistakes_;
};

// Ranks beside them are then those of the run, as in reports.
bool all_rungs_say_their_size(const Rows& rows, std::size_t column, Comma comma) {
  return std::ranges::all_of(rows, [&](const CsvLine& row) {
    const auto size = read_size(text_at(row, column), comma);
    return size && size->count;
  });
}

bool has_figure(const CsvLine& row, const TableColumns& columns, Comma comma) {
  const auto cell = read_cell(text_at(row, columns.figures.front().position), comma);
  return !cell || cell->number;
}

bool has_size(const CsvLine& row, const TableColumns& columns, Comma comma) {
  if (columns.rung) return !text_at(row, *columns.rung).empty();
  return std::ranges::any_of(columns.sizes, [&](const auto& size) {
    return read_size(text_at(row, size.position), comma).has_value();
  });
}

// Spreadsheets end with one.
bool is_sum(const CsvLine& row) {
  constexpr auto kSums = std::to_array<std::string_view>(
      {"sum", "total", "summe", "average", "avg", "mean", "mittel", "suma", "totale"});
  return std::ranges::find(kSums, lower_case(row.fields.front().text)) != kSums.end();
}

}  // namespace

Result<Rows> rows_where(const std::string& file, const CsvLine& header, Rows rows,
                        const std::vector<std::string>& where) {
  for (const auto& condition : where) {
    const auto equals = condition.find('=');
    const auto name = condition.substr(0, equals);
    const auto column =
        std::ranges::find_if(header.fields, [&](const auto& field) { return field.text == name; });
    std::vector<std::string> names;
    for (const auto& field : header.fields) names.push_back(field.text);
    if (equals == std::string::npos)
      return failure(fmt::format("--where '{}' is not COLUMN=VALUE", condition),
                     "as in --where 'precision=bf16'");
    if (column == header.fields.end())
      return failure(fmt::format("'{}' has no column '{}'", file, name), did_you_mean(name, names));
    const auto position = static_cast<std::size_t>(column - header.fields.begin());
    std::erase_if(rows,
                  [&](const CsvLine& row) { return text_at(row, position) != condition.substr(equals + 1); });
    if (rows.empty())
      return failure(fmt::format("no row of '{}' has {}", file, condition),
                     "write the value as it stands in the table");
  }
  return rows;
}

int leave_out_steps(const CsvLine& header, Rows& rows) {
  const auto column = std::ranges::find_if(header.fields, [](const CsvField& field) {
    return is_one_of(" job jobid job_id job_idraw ", joined(words_of(field.text), '_'));
  });
  if (column == header.fields.end()) return 0;
  const auto position = static_cast<std::size_t>(column - header.fields.begin());
  std::set<std::string> jobs;
  for (const auto& row : rows) jobs.insert(text_at(row, position));
  return static_cast<int>(std::erase_if(rows, [&](const CsvLine& row) {
    const auto& job = text_at(row, position);
    const auto dot = job.find('.');
    return dot != std::string::npos && jobs.contains(job.substr(0, dot));
  }));
}

int leave_out_empty_rows(Rows& rows, const TableColumns& columns, Comma comma) {
  return static_cast<int>(std::erase_if(rows, [&](const CsvLine& row) {
    return !has_size(row, columns, comma) && (is_sum(row) || !has_figure(row, columns, comma));
  }));
}

Result<void> read_rows(const std::string& file, const CsvLine& header, const Rows& rows,
                       const TableColumns& columns, const ReadingOptions& options, Comma comma,
                       ImportedTable& table, std::vector<std::size_t>& splits) {
  Sizes sizes{.rungs = std::vector<std::optional<SizedRung>>(rows.size())};
  if (!columns.sizes.empty()) {
    const bool is_said = columns.rung && all_rungs_say_their_size(rows, *columns.rung, comma);
    const auto asked = is_said ? options.sizes.value_or(CountedOf::run) : options.sizes;
    TRY_ASSIGN(sizes, sizes_of(file, header, rows, columns.sizes, asked, comma));
  }
  RowReader reader(file, columns, comma);
  const auto width = header.fields.empty() ? 2 : header.fields.size();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    reader.check_width(rows[r], width);
    ImportedRow row{.round = reader.round_in(rows[r])};
    auto rung = columns.rung ? reader.rung_in(rows[r]) : sizes.rungs[r];
    if (columns.rung && rung) RowReader::complete(*rung, sizes.rungs[r]);
    if (rung) row.rung = rung->name;
    if (rung) row.shape = rung->shape;
    reader.read_value(rows[r], row);
    table.rows.push_back(std::move(row));
  }
  if (auto mistakes = reader.take_mistakes(); !mistakes.empty())
    return tl::make_unexpected(std::move(mistakes));
  table.quantity = columns.figures.front().head.quantity;
  table.unit = columns.figures.front().head.unit;
  table.remarks.totals = sizes.totals;
  table.remarks.has_approximate_figures = reader.is_approximate;
  table.remarks.figure = columns.figures.size() > 1 ? columns.figures.front().name : "";
  for (std::size_t i = 1; i < columns.figures.size(); ++i)
    table.remarks.other_figures.push_back(columns.figures[i].name);
  splits = sizes.splits;
  return {};
}

}  // namespace scalegen

#include "analysis/tables/columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/metric_unit.hpp"
#include "core/rung.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

using Rows = std::vector<CsvLine>;
using Positions = std::vector<std::size_t>;

constexpr auto kExampleHeader =
    "name the columns in the first line, such as rung,seconds or gpus,images_per_s,round";

std::vector<std::string> names_of_sizes() { return {"rung", "gpus", "ranks", "nodes", "cores", "threads"}; }

std::vector<std::string> names_of_figures() {
  return {"time", "seconds", "time (ms)", "throughput", "images_per_s", "samples_per_s", "tokens_per_s"};
}

template <class Holds>
std::pair<std::ptrdiff_t, std::ptrdiff_t> count_cells(const Rows& rows, std::size_t column,
                                                      const Holds& holds) {
  std::ptrdiff_t filled = 0;
  std::ptrdiff_t held = 0;
  for (const auto& row : rows) {
    const auto& cell = text_at(row, column);
    if (std::ranges::none_of(cell, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }))
      continue;
    ++filled;
    held += holds(cell) ? 1 : 0;
  }
  return {held, filled};
}

// More than half of the cells are sizes: "GPU" may also head the names of GPUs.
bool has_sizes(const Rows& rows, std::size_t column, Comma comma) {
  const auto [held, filled] =
      count_cells(rows, column, [&](const auto& cell) { return read_size(cell, comma).has_value(); });
  return rows.empty() || 2 * held > filled;
}

bool has_shapes(const Rows& rows, std::size_t column, Comma comma) {
  const auto [held, filled] = count_cells(rows, column, [&](const auto& cell) {
    const auto size = read_size(cell, comma);
    return size && (size->nodes || size->device);
  });
  return held > 0 && held == filled;
}

/// The units that cells have behind their numbers, each once.
std::vector<std::string> units_of_cells(const Rows& rows, std::size_t column, Comma comma) {
  std::vector<std::string> units;
  for (const auto& row : rows) {
    const auto cell = read_cell(text_at(row, column), comma);
    if (!cell || !cell->number || cell->unit.empty()) continue;
    if (std::ranges::find(units, cell->unit) == units.end()) units.push_back(cell->unit);
  }
  return units;
}

bool has_number(const Rows& rows, std::size_t column, Comma comma) {
  return count_cells(rows, column, [&](const auto& text) {
           const auto cell = read_cell(text, comma);
           return cell && cell->number;
         }).first > 0;
}

// "tokens/s" of a cell whose head says "per GPU".
std::string with_part_of(const std::string& unit, const FigureHead& head) {
  const auto traits = parse_unit(head.unit);
  const auto here = parse_unit(unit);
  const auto last = head.unit.rfind('/');
  const bool lacks = (traits.per_rank && !here.per_rank) || (traits.per_node && !here.per_node) ||
                     (traits.per_step && !here.per_step) || (traits.per_epoch && !here.per_epoch);
  return lacks && last != std::string::npos ? unit + head.unit.substr(last) : unit;
}

// Cells overrule the head: a "Speed" of 0.5 s is a time. Several units of time become seconds.
std::optional<FigureHead> figure_by_cells(const std::optional<FigureHead>& head,
                                          const std::vector<std::string>& units) {
  const auto& first = units.front();
  const auto traits = parse_unit(first == "m" ? "min" : first);
  const bool has_thing = head && head->quantity == Quantity::time;
  const auto with_thing = [&](const std::string& unit) {
    return has_thing ? with_part_of(unit, *head) : unit;
  };
  if (traits.is_time && has_thing && head->names_unit) return head;
  if (traits.is_time && (head || (first.size() > 1 || first == "s"))) {  // not "2D"
    const bool is_one = units.size() == 1 && first != "m" && seconds_in(first);
    return FigureHead{Quantity::time, with_thing(is_one ? first : "s")};
  }
  if (!traits.is_rate && !traits.is_time_per_time) return std::nullopt;
  return FigureHead{Quantity::rate, head ? with_part_of(first, *head) : first};
}

// Heads that promise something else: their cells are not looked at.
bool is_no_figure(const std::string& name) {
  if (size_head(name) || is_round_head(name) || is_derived_head(name) || is_outcome_head(name)) return true;
  return !figure_head(name) &&
         (is_measured_head(name) || is_head_of_a_run(name) || !condition_of_head(name).empty());
}

std::vector<FigureColumn> figure_columns(const CsvLine& header, const Rows& rows, Comma comma) {
  std::vector<FigureColumn> figures;
  for (std::size_t i = 0; i < header.fields.size(); ++i) {
    const auto& name = header.fields[i].text;
    if (is_no_figure(name)) continue;
    const auto head = figure_head(name);
    const auto units = units_of_cells(rows, i, comma);
    const auto figure = units.empty() ? head : figure_by_cells(head, units);
    const bool names_unit = head && head->names_unit && figure && figure->unit == head->unit;
    if (figure) figures.push_back({i, name, *figure, !units.empty(), !units.empty() && !names_unit});
  }
  // The time of all before those of parts, and a column with figures before one without.
  if (!figures.empty() && figures.front().head.quantity == Quantity::time)
    std::ranges::stable_partition(
        figures, [](const auto& f) { return f.head.quantity == Quantity::time && is_total_head(f.name); });
  std::ranges::stable_partition(
      figures, [&](const auto& f) { return rows.empty() || has_number(rows, f.position, comma); });
  return figures;
}

// Beside processes and threads, "total workers" are those of both.
void take_products_for_cores(std::vector<SizeColumn>& sizes) {
  const auto has = [&](SizeHead head) {
    return std::ranges::any_of(sizes, [&](const auto& size) { return size.head == head; });
  };
  const bool is_hybrid = has({Counted::ranks, CountedOf::open}) && has({Counted::threads, CountedOf::rank});
  for (auto& size : sizes)
    if (is_hybrid && size.head == SizeHead{Counted::ranks, CountedOf::run})
      size.head.counted = Counted::cores;
}

std::vector<SizeColumn> size_columns(const CsvLine& header, const Rows& rows, Comma comma) {
  std::vector<SizeColumn> sizes;
  for (std::size_t i = 0; i < header.fields.size(); ++i) {
    const auto head = size_head(header.fields[i].text);
    if (!head || !has_sizes(rows, i, comma)) continue;
    const bool is_said = std::ranges::any_of(sizes, [&](const auto& size) { return size.head == *head; });
    if (!is_said) sizes.push_back({i, header.fields[i].text, *head});
  }
  const auto is_letter = [](const SizeColumn& size) { return size.name.size() == 1; };
  if (!std::ranges::all_of(sizes, is_letter)) std::erase_if(sizes, is_letter);
  take_products_for_cores(sizes);
  return sizes;
}

std::optional<std::size_t> rung_column(const CsvLine& header, const Rows& rows,
                                       const std::vector<SizeColumn>& sizes, Comma comma) {
  for (std::size_t i = 0; i < header.fields.size(); ++i)
    if (is_rung_head(header.fields[i].text)) return i;
  if (!sizes.empty()) return std::nullopt;
  for (std::size_t i = 0; i < header.fields.size(); ++i)
    if (!figure_head(header.fields[i].text) && has_shapes(rows, i, comma)) return i;
  return std::nullopt;
}

// Whole numbers, some of them at several rungs, or it is the number of a row.
bool has_rounds(const Rows& rows, std::size_t column) {
  return std::ranges::all_of(rows, [&](const CsvLine& row) {
    const auto number = parse_count(text_at(row, column));
    return number && *number >= 1 && *number <= 1'000'000;
  });
}

Diagnostic missing_column(const std::string& file, const CsvLine& header, const std::string& what,
                          const std::vector<std::string>& names) {
  for (const auto& field : header.fields) {
    const bool is_known = is_rung_head(field.text) || size_head(field.text) || figure_head(field.text) ||
                          is_round_head(field.text) || is_setting_head(field.text) ||
                          is_measured_head(field.text) || is_derived_head(field.text);
    if (is_known || field.text.size() > 20) continue;
    const auto lower = lower_case(field.text);
    if (closest(lower, names).empty()) continue;
    return csv_error(file, header, field, fmt::format("unknown column '{}', and none {}", field.text, what),
                     did_you_mean(lower, names));
  }
  return csv_error(file, header, header.fields.front(), "no column " + what, kExampleHeader);
}

Diagnostic missing_figure(const std::string& file, const CsvLine& header) {
  for (const auto& field : header.fields) {
    const bool is_derived = is_derived_head(field.text);
    if (!is_derived && !is_consumption_head(field.text)) continue;
    return csv_error(file, header, field, "no column has a time or a rate",
                     fmt::format("'{}' {}", field.text,
                                 is_derived ? "follows from times or rates: give these"
                                            : "is not how long a run took: give its time"));
  }
  return missing_column(file, header, "has a time or a rate", names_of_figures());
}

// Its first column names what others have as heads: GPUs | 1 | 2 | 4.
bool is_transposed(const CsvLine& header, const Rows& rows, Comma comma) {
  if (header.fields.size() < 3) return false;
  const auto is_size = [&](const CsvField& field) { return read_size(field.text, comma).has_value(); };
  if (!std::all_of(header.fields.begin() + 1, header.fields.end(), is_size)) return false;
  return size_head(header.fields.front().text) ||
         std::ranges::any_of(
             rows, [](const CsvLine& row) { return figure_head(row.fields.front().text).has_value(); }) ||
         std::all_of(header.fields.begin() + 1, header.fields.end(), [&](const CsvField& f) {
           const auto size = read_size(f.text, comma);
           return size->device || size->nodes;
         });
}

Diagnostics transposed(const std::string& file, const CsvLine& header) {
  return {csv_error(file, header, header.fields[1], "this table is transposed: its sizes stand side by side",
                    "write a line for each size, with its figure in a column")};
}

// An error at the second of two columns of which only one can be read.
void refuse_second(const std::string& file, const CsvLine& header, const Positions& found,
                   Diagnostics& mistakes) {
  for (std::size_t i = 1; i < found.size(); ++i) {
    const auto& second = header.fields[found[i]];
    if (header.fields[found[0]].text == second.text)
      mistakes.push_back(csv_error(
          file, header, second, fmt::format("column '{}' appears twice", second.text), "keep one of them"));
  }
}

Result<void> choose_figure(const std::string& file, const CsvLine& header, const std::string& asked,
                           std::vector<FigureColumn>& figures) {
  if (asked.empty()) return {};
  const auto found = std::ranges::find_if(figures, [&](const auto& f) { return f.name == asked; });
  if (found == figures.end()) {
    std::vector<std::string> names;
    for (const auto& figure : figures) names.push_back(figure.name);
    return tl::make_unexpected(Diagnostics{csv_error(
        file, header, header.fields.front(), fmt::format("no column '{}' has a time or a rate", asked),
        names.empty() ? kExampleHeader : did_you_mean(asked, names))});
  }
  std::rotate(figures.begin(), found, found + 1);
  return {};
}

}  // namespace

Result<TableColumns> columns_of(const std::string& file, const CsvLine& header, const Rows& rows, Comma comma,
                                const ReadingOptions& options) {
  if (is_transposed(header, rows, comma)) return tl::make_unexpected(transposed(file, header));
  TableColumns columns{.sizes = size_columns(header, rows, comma),
                       .figures = figure_columns(header, rows, comma)};
  columns.rung = rung_column(header, rows, columns.sizes, comma);
  Diagnostics mistakes;
  if (!columns.rung && columns.sizes.empty())
    mistakes.push_back(missing_column(file, header, "says the rung", names_of_sizes()));
  std::erase_if(columns.figures, [&](const auto& figure) { return figure.position == columns.rung; });
  if (columns.figures.empty()) mistakes.push_back(missing_figure(file, header));
  Positions figures;
  for (const auto& figure : columns.figures) figures.push_back(figure.position);
  refuse_second(file, header, figures, mistakes);
  if (!mistakes.empty()) return tl::make_unexpected(std::move(mistakes));
  TRY(choose_figure(file, header, options.figure, columns.figures));
  for (std::size_t i = 0; i < header.fields.size(); ++i) {
    const bool is_size = columns.rung == i || std::ranges::any_of(columns.sizes, [&](const auto& size) {
                           return size.position == i;
                         });
    const bool is_figure =
        std::ranges::any_of(columns.figures, [&](const auto& figure) { return figure.position == i; });
    if (is_round_head(header.fields[i].text) && !columns.round && has_rounds(rows, i))
      columns.round = i;
    else if (!is_size && !is_figure && !header.fields[i].text.empty())
      columns.others.push_back(i);
  }
  return columns;
}

Result<TableColumns> columns_without_header(const std::string& file, const Rows& rows) {
  const auto& first = rows.front();
  if (is_transposed(first, rows, Comma::thousands)) return tl::make_unexpected(transposed(file, first));
  if (first.fields.size() == 2)
    return TableColumns{.rung = 0, .figures = {{1, "seconds", {Quantity::time, "s", false}}}};
  const auto& field = first.fields[std::min<std::size_t>(2, first.fields.size() - 1)];
  return tl::make_unexpected(Diagnostics{
      csv_error(file, first, field,
                fmt::format("a table without names of columns is rung,seconds, but this line has {} field{}",
                            first.fields.size(), first.fields.size() == 1 ? "" : "s"),
                kExampleHeader)});
}

}  // namespace scalegen

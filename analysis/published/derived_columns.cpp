#include "analysis/published/derived_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace scalegen::published {
namespace {

constexpr std::size_t kMostBaselines = 24;  // rows that are tried as the baseline of all

/// All numbers that a printed one may stand for.
struct Span {
  double low = 1;
  double high = 1;
};

Span operator*(Span a, Span b) { return {a.low * b.low, a.high * b.high}; }
Span operator/(Span a, Span b) { return {a.low / b.high, a.high / b.low}; }

/// A column from which others are derived: times, rates, or speedups as printed.
struct Source {
  std::string name{};
  bool is_time = false;
  std::vector<std::optional<Span>> values{};  // of each row
};

/// A derived column with the figures of each row.
struct Column {
  std::string head{};
  Kind kind = Kind::speedup;
  std::vector<std::vector<PrintedFigure>> cells{};
};

using Baselines = std::vector<std::size_t>;  // of each row

/// How an author may have come to a column: (ratio of speeds)^speed x (ratio of sizes)^size.
struct Rule {
  const Baselines* baselines = nullptr;
  int speed = 1;
  int size = 0;
  std::string sized_by{};  // gpus
  bool from_cell = false;  // times what stands in the row of the baseline, which is no 1
  bool truncates = false;
};

/// How many figures outside the rows of baselines a rule explains, and from which sources.
struct Fit {
  std::size_t explained = 0;
  std::size_t telling = 0;  // those of two digits or more
  std::size_t left = 0;
  std::vector<bool> sources{};
};

std::string settings_text(const Row& row) {
  std::string text;
  for (const auto& setting : row.conditions) text += setting.name + '=' + to_text(setting.value) + '\n';
  return text;
}

// Whole numbers may be rounded as far as their whole column is, and authors take means of the rows of a rung.
Source measured_source(const Table& table, std::size_t column) {
  Source source{table.measured[column].name, table.measured[column].quantity == Quantity::time};
  double finest = 1e12;
  for (const auto& row : table.rows)
    if (const auto& figure = row.measured[column]) finest = std::min(finest, figure->last_digit);
  std::map<std::string, Span> of_rung;
  for (const auto& row : table.rows) {
    if (!row.measured[column]) continue;
    const auto [value, digit] = *row.measured[column];
    const double unit = digit > 1 ? std::max(1.0, finest) : digit;
    const Span span{value - std::min(unit, value) / 2, value + unit};  // rounded or truncated
    auto& all = of_rung.try_emplace(row.rung + settings_text(row), span).first->second;
    all = {std::min(all.low, span.low), std::max(all.high, span.high)};
  }
  for (const auto& row : table.rows) {
    const auto found = of_rung.find(row.rung + settings_text(row));
    source.values.push_back(row.measured[column] ? std::optional(found->second) : std::nullopt);
  }
  return source;
}

Column read_column(const Table& table, std::size_t position) {
  Column column{table.derived[position], kind_of(table.derived[position]).value_or(Kind::relative)};
  bool are_percentages = false;
  for (const auto& row : table.rows) {
    column.cells.push_back(read_cell(row.cells[position], table.decimal_comma));
    for (const auto& figure : column.cells.back()) are_percentages |= figure.unit == 1 && figure.value > 10;
  }
  for (auto& cell : column.cells)
    for (auto& figure : cell)
      if (column.kind == Kind::efficiency && are_percentages) figure.unit = 0.01;
  return column;
}

// An efficiency may be made of the speedup that is printed beside it.
std::vector<Source> sources_of(const Table& table, const std::vector<Column>& columns, Kind kind) {
  std::vector<Source> sources;
  for (std::size_t i = 0; i < table.measured.size(); ++i) sources.push_back(measured_source(table, i));
  for (const auto& column : columns) {
    if (column.kind != Kind::speedup || kind == Kind::speedup || kind == Kind::ideal) continue;
    auto& source = sources.emplace_back(Source{column.head});
    for (const auto& cell : column.cells) {
      const double ratio = cell.empty() ? 1 : cell.front().value * cell.front().unit;
      source.values.push_back(cell.empty() ? std::nullopt : std::optional(Span{ratio, ratio}));
    }
  }
  return sources;
}

std::optional<double> size_ratio(const Row& row, const Row& baseline, const std::string& sized_by) {
  const auto size = row.sizes.find(sized_by);
  const auto other = baseline.sizes.find(sized_by);
  if (size == row.sizes.end() || other == baseline.sizes.end()) return std::nullopt;
  return size->second > 0 && other->second > 0 ? std::optional(size->second / other->second) : std::nullopt;
}

bool is_of_another_size(const Row& row, const Row& baseline) {
  return std::any_of(row.sizes.begin(), row.sizes.end(), [&](const auto& size) {
    return size_ratio(row, baseline, size.first).value_or(1) != 1;
  });
}

// 2x is soon explained.
bool is_telling(const PrintedFigure& figure) { return figure.value >= 10 * std::pow(10, -figure.decimals); }

bool says_one(const std::vector<PrintedFigure>& cell) {
  return !cell.empty() && std::abs(cell.front().value * cell.front().unit - 1) < 1e-9;
}

bool has_ones(const Column& column) {
  return column.kind != Kind::ideal && std::any_of(column.cells.begin(), column.cells.end(), says_one);
}

// Rows that say 1, or nothing where none says 1, begin ladders: those behind them are compared with them.
Baselines marked_baselines(const Table& table, const Column& column) {
  const bool by_one = has_ones(column);
  const auto is_marked = [&](const auto& cell) { return by_one ? says_one(cell) : cell.empty(); };
  const auto mark = std::find_if(column.cells.begin(), column.cells.end(), is_marked);
  const auto first = mark == column.cells.end() ? 0 : static_cast<std::size_t>(mark - column.cells.begin());
  Baselines baselines;
  for (std::size_t row = 0, last = first; row < table.rows.size(); ++row) {
    if (is_marked(column.cells[row]) && !is_of_another_size(table.rows[row], table.rows[first])) last = row;
    baselines.push_back(last);
  }
  return baselines;
}

template <class Group>
Baselines first_of_each(const std::vector<Row>& rows, const Group& group) {
  std::map<std::string, std::size_t> first;
  Baselines baselines;
  for (std::size_t i = 0; i < rows.size(); ++i)
    baselines.push_back(first.try_emplace(group(rows[i]), i).first->second);
  return baselines;
}

// The simplest first.
std::vector<Baselines> usual_baselines(const Table& table, const Column& column) {
  const auto& rows = table.rows;
  std::vector<Baselines> all{marked_baselines(table, column), first_of_each(rows, settings_text)};
  for (std::size_t row = 0; row < std::min(rows.size(), kMostBaselines); ++row)
    all.emplace_back(rows.size(), row);
  all.push_back(first_of_each(rows, [](const Row& row) { return row.rung; }));
  auto& previous = all.emplace_back(rows.size(), 0);
  for (std::size_t row = 1; row < rows.size(); ++row) previous[row] = row - 1;
  return all;
}

// Powers of the ratios of speeds and of sizes.
std::vector<std::pair<int, int>> usual_powers(Kind kind) {
  if (kind == Kind::speedup) return {{1, 0}, {1, 1}};
  if (kind == Kind::efficiency) return {{1, -1}, {1, 0}};
  if (kind == Kind::ideal) return {{0, 1}, {0, -1}, {0, 0}};
  return {{1, 0}, {1, -1}, {1, 1}, {-1, 0}};
}

std::vector<Rule> usual_rules(const Table& table, const Column& column,
                              const std::vector<Baselines>& baselines) {
  std::map<std::string, double> sizes{{"", 1}};
  for (const auto& row : table.rows) sizes.insert(row.sizes.begin(), row.sizes.end());
  std::vector<Rule> rules;
  for (const bool truncates : {false, true})
    for (const bool from_cell : {false, true})
      for (const auto& of_rows : baselines)
        for (const auto& [speed, size] : usual_powers(column.kind))
          for (const auto& [sized_by, unused] : sizes)
            if (sized_by.empty() == (size == 0))
              rules.push_back({&of_rows, speed, size, sized_by, from_cell, truncates});
  return rules;
}

Span span_of(const PrintedFigure& figure, bool truncates) {
  const double digit = std::pow(10, -figure.decimals) * figure.unit;
  const double value = figure.value * figure.unit;
  const Span span{value - (truncates ? 0 : digit / 2), value + (truncates ? digit : digit / 2)};
  return figure.is_slowdown ? Span{} / span : span;
}

/// A column with all that its figures may follow from.
struct Question {
  const Table& table;
  const Column& column;
  std::vector<Source> sources{};
};

// What stands for 1 may be a figure by a baseline elsewhere, rounded; of rows that say 1, 1.00 may and 1 may
// not.
bool may_stand_for_one(const Column& column, std::size_t row) {
  const auto& cell = column.cells[row];
  const bool is_fine = !cell.empty() && (cell.front().decimals > 0 || is_telling(cell.front()));
  return is_fine && (!has_ones(column) || says_one(cell));
}

std::optional<Span> value_by(const Rule& rule, const Source& source, const Question& in, std::size_t row) {
  const auto base = (*rule.baselines)[row];
  const auto& cell = in.column.cells[base];
  if (rule.from_cell && !may_stand_for_one(in.column, base)) return std::nullopt;
  auto value = rule.from_cell ? span_of(cell.front(), rule.truncates) : Span{};
  if (row == base) return value;
  const auto ratio = size_ratio(in.table.rows[row], in.table.rows[base], rule.sized_by);
  const auto& here = source.values[row];
  const auto& there = source.values[base];
  if ((rule.size != 0 && !ratio) || (rule.speed != 0 && (!here || !there))) return std::nullopt;
  if (rule.size != 0) value = value * Span{std::pow(*ratio, rule.size), std::pow(*ratio, rule.size)};
  if (rule.speed == 0) return value;
  return value * (source.is_time == (rule.speed > 0) ? *there / *here : *here / *there);
}

bool follows(const PrintedFigure& figure, const std::optional<Span>& value, bool truncates) {
  const auto printed = span_of(figure, truncates);
  return value && printed.low <= value->high * (1 + 1e-9) && value->low <= printed.high * (1 + 1e-9);
}

// The sources from which a figure follows.
std::vector<bool> explaining(const Rule& rule, const Question& in, std::size_t row,
                             const PrintedFigure& figure) {
  std::vector<bool> found;
  for (const auto& source : in.sources)
    found.push_back(follows(figure, value_by(rule, source, in, row), rule.truncates));
  return found;
}

Fit fit_of(const Rule& rule, const Question& in, std::size_t most_left) {
  Fit fit{.sources = std::vector<bool>(in.sources.size())};
  for (std::size_t row = 0; row < in.table.rows.size() && fit.left < most_left; ++row)
    for (const auto& figure : in.column.cells[row]) {
      const auto found = explaining(rule, in, row, figure);
      const bool is_explained = std::find(found.begin(), found.end(), true) != found.end();
      fit.left += is_explained ? 0 : 1;
      if (!is_explained || (*rule.baselines)[row] == row) continue;
      ++fit.explained;
      fit.telling += is_telling(figure) ? 1 : 0;
      for (std::size_t i = 0; i < found.size(); ++i) fit.sources[i] = fit.sources[i] || found[i];
    }
  return fit;
}

// A rule that leaves more than it explains, or explains a single figure, is chance.
bool is_chance(const Fit& fit) {
  return fit.explained == 0 || (fit.left > 0 && fit.telling < std::max<std::size_t>(fit.left, 2));
}

/// The rule of an author; the first one where no usual rule is it.
struct Answer {
  Rule rule{};
  Fit fit{};
  bool is_found = false;
  bool all_contradict = true;  // no rule explains a single figure
};

Answer answer_of(const std::vector<Rule>& rules, const Question& in) {
  constexpr auto kAll = static_cast<std::size_t>(-1);
  Answer best{.rule = rules.front(), .fit = fit_of(rules.front(), in, kAll)};
  for (const auto& rule : rules) {
    const auto fit = fit_of(rule, in, best.is_found ? best.fit.left : kAll);
    if (fit.explained > 0) best.all_contradict = false;
    if (is_chance(fit) || (best.is_found && fit.left >= best.fit.left)) continue;
    if (rule.from_cell && fit.left > 0 && has_ones(in.column)) continue;
    best = {rule, fit, true, false};
  }
  return best;
}

// What a figure is by each source that explains others of its column, or by all where none explains any.
std::vector<std::string> right_figures(const Answer& answer, const Question& in, std::size_t row,
                                       const PrintedFigure& figure) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < in.sources.size(); ++i) {
    const auto value = value_by(answer.rule, in.sources[i], in, row);
    if (!value || (answer.is_found && !answer.fit.sources[i])) continue;
    const auto of = [&](double ratio) {
      return printed_like(figure, figure.is_slowdown ? 1 / ratio : ratio, answer.rule.truncates);
    };
    const auto low = of(value->low);
    const auto high = of(value->high);
    const auto right = low == high ? low : fmt::format("{} to {}", low, high);
    texts.push_back(answer.rule.speed == 0 ? right
                                           : fmt::format("{} by its own '{}'", right, in.sources[i].name));
    if (answer.rule.speed == 0) break;
  }
  return texts;
}

// Both scalings forbid a comparison: nobody said which one it is.
std::vector<Difference> forbidding_differences(const Row& row, const Row& baseline) {
  const auto strong = differences(Scaling::strong, baseline.conditions, row.conditions);
  auto found = differences(Scaling::weak, baseline.conditions, row.conditions);
  if (!forbid_speedup(strong) || !forbid_speedup(found)) return {};
  if (strong.size() < found.size()) found = strong;
  std::erase_if(found, [](const auto& d) { return d.consequence != Consequence::no_speedup; });
  return found;
}

Doubt doubt_of(const Answer& answer, const Question& in, std::size_t row, const PrintedFigure& figure) {
  const auto base = (*answer.rule.baselines)[row];
  return {.why = answer.is_found ? Doubt::Why::wrong : Doubt::Why::unexplained,
          .line = in.table.rows[row].line,
          .column = in.column.head,
          .text = figure.text,
          .right = right_figures(answer, in, row, figure),
          .baseline = in.table.rows[base].rung,
          .counts_as = answer.rule.from_cell ? in.column.cells[base].front().text : "1"};
}

// Without a rule the first figure stands for all, if all rules contradict all of them.
std::vector<Doubt> figures_in_doubt(const Answer& answer, const Question& in) {
  std::vector<Doubt> doubts;
  for (std::size_t row = 0; row < in.table.rows.size(); ++row)
    for (const auto& figure : in.column.cells[row]) {
      const auto found = explaining(answer.rule, in, row, figure);
      if (std::find(found.begin(), found.end(), true) != found.end()) continue;
      if (auto doubt = doubt_of(answer, in, row, figure); !doubt.right.empty())
        doubts.push_back(std::move(doubt));
    }
  if (!answer.is_found && !doubts.empty()) doubts.resize(1);
  if (answer.is_found || answer.all_contradict || doubts.empty()) return doubts;
  return {{.why = Doubt::Why::unexplained, .column = in.column.head}};
}

std::vector<Doubt> unlike_figures(const Answer& answer, const Question& in) {
  std::vector<Doubt> doubts;
  for (std::size_t row = 0; row < in.table.rows.size(); ++row) {
    const auto& here = in.table.rows[row];
    const auto& base = in.table.rows[(*answer.rule.baselines)[row]];
    const auto& cell = in.column.cells[row];
    if (cell.empty() || !is_of_another_size(here, base)) continue;
    if (auto found = forbidding_differences(here, base); !found.empty())
      doubts.push_back({.why = Doubt::Why::unlike,
                        .line = here.line,
                        .column = in.column.head,
                        .text = cell.front().text,
                        .baseline = base.rung,
                        .differences = std::move(found)});
  }
  return doubts;
}

std::vector<Doubt> doubts_of(const Question& in) {
  const auto baselines = usual_baselines(in.table, in.column);
  const auto answer = answer_of(usual_rules(in.table, in.column, baselines), in);
  const bool is_claim = in.column.kind == Kind::speedup || in.column.kind == Kind::efficiency;
  std::vector<Doubt> doubts;
  if (answer.is_found || is_claim) doubts = figures_in_doubt(answer, in);
  if (!is_claim) return doubts;
  const auto unlike = unlike_figures(answer, in);
  doubts.insert(doubts.end(), unlike.begin(), unlike.end());
  return doubts;
}

}  // namespace

std::vector<Doubt> doubts_of(const Table& table) {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < table.derived.size(); ++i) columns.push_back(read_column(table, i));
  std::vector<Doubt> doubts;
  for (const auto& column : columns) {
    const auto found = table.rows.empty()
                           ? std::vector<Doubt>{}
                           : doubts_of({table, column, sources_of(table, columns, column.kind)});
    doubts.insert(doubts.end(), found.begin(), found.end());
  }
  return doubts;
}

std::string sentence(const Doubt& doubt) {
  constexpr auto kNoRule = "follows from the table's figures by no usual rule";
  if (doubt.line == 0) return fmt::format("column '{}' {}", doubt.column, kNoRule);
  const auto figure = fmt::format("line {}: {} {}", doubt.line, doubt.column, doubt.text);
  if (doubt.why == Doubt::Why::unlike) {
    std::vector<std::string> reasons;
    for (const auto& d : doubt.differences)
      reasons.push_back(fmt::format("{} is {} here and {} in the baseline", d.key, d.here, d.baseline));
    return fmt::format("{} is no comparison with {}: {}", figure, doubt.baseline, fmt::join(reasons, "; "));
  }
  const auto right =
      fmt::format("{}, with {} as {}", fmt::join(doubt.right, ", "), doubt.baseline, doubt.counts_as);
  if (doubt.why == Doubt::Why::wrong) return fmt::format("{} is {}", figure, right);
  return fmt::format("{} {}: it is {}", figure, kNoRule, right);
}

}  // namespace scalegen::published

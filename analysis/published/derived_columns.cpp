#include "analysis/published/derived_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace scalegen::published {
namespace {

constexpr std::size_t kMostBaselines = 24;  // rows that are tried as the baseline of all
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// All numbers that a printed one may stand for, and itself.
struct Span {
  double low = 1;
  double value = 1;
  double high = 1;
};

constexpr Span kNone{kUnknown, kUnknown, kUnknown};

Span operator*(Span a, Span b) { return {a.low * b.low, a.value * b.value, a.high * b.high}; }
Span operator/(Span a, Span b) { return {a.low / b.high, a.value / b.value, a.high / b.low}; }
Span power(Span a, int exponent) { return exponent == 0 ? Span{} : exponent > 0 ? a : Span{} / a; }

/// A column from which others are derived: times, rates, or speedups as printed.
struct Source {
  std::string name{};
  bool is_time = false;
  std::vector<Span> values{};  // of each row
};

/// A derived column with the figures of each row, and what they may follow from.
struct Column {
  const std::vector<Row>& rows;
  std::string head{};
  Kind kind = Kind::speedup;
  std::vector<std::vector<PrintedFigure>> cells{};
  bool has_ones = false;  // rows that say that they are the baseline
  std::vector<Source> sources{};
};

using Baselines = std::vector<std::size_t>;  // of each row

/// A way in which an author may have come to a column: (ratio of speeds)^speed x (ratio of sizes)^size.
struct Rule {
  const Baselines* baselines = nullptr;
  int speed = 1;
  int size = 0;
  std::string sized_by{};  // gpus
  bool from_cell = false;  // times what stands in the row of the baseline, which is no 1
  bool truncates = false;
};

/// The figures that a rule explains outside the rows of baselines.
struct Fit {
  Rule rule{};
  std::size_t explained = 0;
  std::size_t telling = 0;  // of these, figures of two digits or more
  std::size_t exact = 0;    // and of three
  std::size_t left = 0;
  std::vector<bool> sources{};  // those that explain a figure
};

Span span_of(const PrintedFigure& figure, bool truncates) {
  const double value = figure.value * figure.unit;
  const double digit = std::pow(10, -figure.decimals) * figure.unit;
  const Span span{truncates ? value : value - digit / 2, value, value + (truncates ? digit : digit / 2)};
  return power(span, figure.is_slowdown ? -1 : 1);
}

// 2x is soon explained.
bool is_telling(const PrintedFigure& figure) { return figure.value >= 10 * std::pow(10, -figure.decimals); }

bool says_one(const std::vector<PrintedFigure>& cell) {
  return !cell.empty() && std::abs(cell.front().value * cell.front().unit - 1) < 1e-9;
}

std::string settings_text(const Row& row) {
  std::string text;
  for (const auto& setting : row.conditions) text += setting.name + '=' + to_text(setting.value) + '\n';
  return text;
}

// Whole numbers may be rounded as far as their whole column is, and authors take means of the rows of a rung.
Source measured_source(const Table& table, std::size_t column) {
  double finest = 1e12;
  for (const auto& row : table.rows)
    if (row.measured[column].value > 0) finest = std::min(finest, row.measured[column].last_digit);
  std::map<std::string, Span> rungs;
  for (const auto& row : table.rows) {
    const auto [value, digit] = row.measured[column];
    const double unit = digit > 1 ? std::max(1.0, finest) : digit;
    const Span span{value - std::min(unit, value) / 2, value, value + unit};  // rounded or truncated
    auto& all = rungs.try_emplace(row.rung + '\n' + settings_text(row), span).first->second;
    if (value > 0) all = {std::min(all.low, span.low), all.value, std::max(all.high, span.high)};
  }
  Source source{table.measured[column].name, table.measured[column].quantity == Quantity::time};
  for (const auto& row : table.rows)
    source.values.push_back(row.measured[column].value > 0 ? rungs.at(row.rung + '\n' + settings_text(row))
                                                           : kNone);
  return source;
}

int needed_decimals(const PrintedFigure& figure) {
  int decimals = figure.decimals;
  const auto is_whole = [&](int n) {
    const double scaled = figure.value * std::pow(10, n);
    return std::abs(scaled - std::round(scaled)) < 1e-6;
  };
  while (decimals > 0 && is_whole(decimals - 1)) --decimals;
  return decimals;
}

Column read_column(const Table& table, std::size_t position) {
  Column column{table.rows, table.derived[position],
                kind_of(table.derived[position]).value_or(Kind::relative)};
  bool are_percentages = false;
  for (const auto& row : table.rows) {
    column.cells.push_back(read_cell(row.cells[position], table.decimal_comma));
    for (const auto& figure : column.cells.back()) are_percentages |= figure.unit == 1 && figure.value > 10;
  }
  int decimals = column.kind == Kind::efficiency ? 0 : 9;  // 98.00 and 84.00 have none
  for (const auto& cell : column.cells)
    for (const auto& figure : cell) decimals = std::max(decimals, needed_decimals(figure));
  for (auto& cell : column.cells)
    for (auto& figure : cell) {
      if (!says_one(cell)) figure.decimals = std::min(figure.decimals, decimals);
      if (column.kind == Kind::efficiency && are_percentages) figure.unit = 0.01;
    }
  column.has_ones = column.kind != Kind::ideal && std::ranges::any_of(column.cells, says_one);
  return column;
}

// An efficiency may be made of the speedup that is printed beside it.
std::vector<Column> read_columns(const Table& table) {
  std::vector<Column> columns;
  std::vector<Source> sources;
  for (std::size_t i = 0; i < table.measured.size(); ++i) sources.push_back(measured_source(table, i));
  for (std::size_t i = 0; i < table.derived.size(); ++i) columns.push_back(read_column(table, i));
  for (auto& column : columns) column.sources = sources;
  for (const auto& speedup : columns) {
    if (speedup.kind != Kind::speedup) continue;
    Source source{speedup.head};
    for (const auto& cell : speedup.cells) {
      const double of_baseline = speedup.has_ones ? kUnknown : 1;
      const double ratio = cell.empty() ? of_baseline : cell.front().value * cell.front().unit;
      source.values.push_back({ratio, ratio, ratio});
    }
    for (auto& column : columns)
      if (column.kind == Kind::efficiency) column.sources.push_back(source);
  }
  return columns;
}

double size_ratio(const Row& row, const Row& baseline, const std::string& sized_by) {
  const auto size = row.sizes.find(sized_by);
  const auto other = baseline.sizes.find(sized_by);
  const bool both = size != row.sizes.end() && other != baseline.sizes.end();
  return both && size->second > 0 && other->second > 0 ? size->second / other->second : kUnknown;
}

bool is_of_another_size(const Row& row, const Row& baseline) {
  return std::ranges::any_of(row.sizes, [&](const auto& size) {
    const double ratio = size_ratio(row, baseline, size.first);
    return ratio < 1 || ratio > 1;
  });
}

// Rows that say 1, or nothing where none says 1, begin ladders: those behind them are compared with them.
Baselines marked_baselines(const Column& column) {
  const auto is_marked = [&](const auto& cell) { return column.has_ones ? says_one(cell) : cell.empty(); };
  const auto mark = std::ranges::find_if(column.cells, is_marked);
  const auto first = mark == column.cells.end() ? 0 : static_cast<std::size_t>(mark - column.cells.begin());
  Baselines baselines(column.rows.size(), first);
  for (std::size_t row = first; row < column.rows.size(); ++row) {
    const bool begins =
        is_marked(column.cells[row]) && !is_of_another_size(column.rows[row], column.rows[first]);
    baselines[row] = begins || row == 0 ? row : baselines[row - 1];
  }
  return baselines;
}

// The first row of each group that says 1, or the first.
template <class Group>
Baselines first_of_each(const Column& column, const Group& group) {
  std::map<std::string, std::size_t> first;
  for (const bool says_ones : {true, false})
    for (std::size_t row = 0; row < column.rows.size(); ++row)
      if (!says_ones || (column.has_ones && says_one(column.cells[row])))
        first.try_emplace(group(column.rows[row]), row);
  Baselines baselines;
  for (const auto& row : column.rows) baselines.push_back(first.at(group(row)));
  return baselines;
}

// The simplest first.
std::vector<Baselines> usual_baselines(const Column& column) {
  std::vector<Baselines> all{marked_baselines(column), first_of_each(column, settings_text)};
  for (std::size_t i = 0; i < std::min(column.rows.size(), kMostBaselines); ++i)
    all.emplace_back(column.rows.size(), i);
  all.push_back(first_of_each(column, [](const Row& row) { return row.rung; }));
  auto& previous = all.emplace_back(column.rows.size(), 0);
  for (std::size_t row = 1; row < column.rows.size(); ++row) previous[row] = row - 1;
  return all;
}

// Powers of the ratios of speeds and of sizes.
std::vector<std::array<int, 2>> usual_powers(Kind kind) {
  if (kind == Kind::speedup) return {{1, 0}, {1, 1}};
  if (kind == Kind::efficiency) return {{1, -1}, {1, 0}};
  if (kind == Kind::ideal) return {{0, 1}, {0, -1}, {0, 0}};
  return {{1, 0}, {1, -1}, {1, 1}, {-1, 0}};
}

std::vector<Rule> usual_rules(const Column& column, const std::vector<Baselines>& baselines) {
  std::map<std::string, double> sizes{{"", 1}};
  for (const auto& row : column.rows) sizes.insert(row.sizes.begin(), row.sizes.end());
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

// A figure by a baseline that is elsewhere, rounded; of rows that say 1, 1.00 may be one and 1 may not.
Span value_of_cell(const Column& column, std::size_t row, bool truncates) {
  const auto& cell = column.cells[row];
  const bool is_fine = !cell.empty() && (cell.front().decimals > 0 || is_telling(cell.front()));
  return is_fine && (!column.has_ones || says_one(cell)) ? span_of(cell.front(), truncates) : kNone;
}

// The figure that a rule gives for a row; not a number if the row or its baseline lacks what it needs.
Span value_by(const Rule& rule, const Source& source, const Column& column, std::size_t row) {
  const auto base = (*rule.baselines)[row];
  const auto start = rule.from_cell ? value_of_cell(column, base, rule.truncates) : Span{};
  if (row == base) return start;
  const double ratio = size_ratio(column.rows[row], column.rows[base], rule.sized_by);
  const auto speed = power(source.values[row] / source.values[base], source.is_time ? -1 : 1);
  return start * power(speed, rule.speed) * power({ratio, ratio, ratio}, rule.size);
}

bool follows(const PrintedFigure& figure, Span value, bool truncates) {
  const auto printed = span_of(figure, truncates);
  return printed.low <= value.high * (1 + 1e-9) && value.low <= printed.high * (1 + 1e-9);
}

// The sources by which a figure follows.
std::vector<bool> explained_by(const Rule& rule, const Column& column, std::size_t row,
                               const PrintedFigure& figure) {
  std::vector<bool> found;
  for (const auto& source : column.sources)
    found.push_back(follows(figure, value_by(rule, source, column, row), rule.truncates));
  return found;
}

bool any(const std::vector<bool>& values) { return std::ranges::find(values, true) != values.end(); }

Fit fit_of(const Rule& rule, const Column& column, std::size_t most_left) {
  Fit fit{.rule = rule, .sources = std::vector<bool>(column.sources.size())};
  for (std::size_t row = 0; row < column.rows.size() && fit.left < most_left; ++row)
    for (const auto& figure : column.cells[row]) {
      const auto found = explained_by(rule, column, row, figure);
      fit.left += any(found) ? 0U : 1U;
      if (!any(found) || (*rule.baselines)[row] == row) continue;
      ++fit.explained;
      fit.telling += is_telling(figure) ? 1U : 0U;
      fit.exact += figure.value >= 100 * std::pow(10, -figure.decimals) ? 1U : 0U;
      for (std::size_t i = 0; i < found.size(); ++i) fit.sources[i] = fit.sources[i] || found[i];
    }
  return fit;
}

// A rule that leaves more than it explains, or explains a single figure, is chance; the plainest one is none
// if it explains three digits.
bool is_chance(const Fit& fit, bool is_plainest) {
  const std::size_t least = is_plainest && fit.exact > 0 ? 1 : 2;
  return fit.explained == 0 || (fit.left > 0 && fit.telling < std::max(fit.left, least));
}

/// The rule of an author; the first one where no usual rule is it.
struct Answer {
  Fit fit{};
  bool is_found = false;
};

Answer answer_of(const std::vector<Rule>& rules, const Column& column) {
  constexpr auto kAll = std::numeric_limits<std::size_t>::max();
  Answer best{fit_of(rules.front(), column, kAll)};
  for (const auto& rule : rules) {
    const auto fit = fit_of(rule, column, best.is_found ? best.fit.left : kAll);
    if (!is_chance(fit, &rule == &rules.front()) && (!best.is_found || fit.left < best.fit.left))
      best = {fit, true};
  }
  return best;
}

// The right figure by each source that explains others of its column, or by all if none explains any.
std::vector<std::string> right_figures(const Answer& answer, const Column& column, std::size_t row,
                                       const PrintedFigure& figure) {
  const auto& rule = answer.fit.rule;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < column.sources.size(); ++i) {
    const auto ratio = power(value_by(rule, column.sources[i], column, row), figure.is_slowdown ? -1 : 1);
    if (std::isnan(ratio.value) || (answer.is_found && !answer.fit.sources[i])) continue;
    auto text = printed_like(figure, ratio.value, rule.truncates);
    const auto low = printed_like(figure, ratio.low);
    const auto high = printed_like(figure, ratio.high);
    if (low != high && ratio.high > (rule.from_cell ? 1 : 1.1) * ratio.low)
      text = fmt::format("{} to {}", low, high);
    if (rule.speed == 0) return {text};
    texts.push_back(fmt::format("{} by its own '{}'", text, column.sources[i].name));
  }
  return texts;
}

constexpr std::size_t kFew = 3;

// The first stands for all if no rule is found, and the plainest one contradicts more than a few figures.
std::vector<Doubt> figures_in_doubt(const Answer& answer, const Column& column) {
  const auto& rule = answer.fit.rule;
  std::vector<Doubt> doubts;
  for (std::size_t row = 0; row < column.rows.size(); ++row)
    for (const auto& figure : column.cells[row]) {
      const auto base = (*rule.baselines)[row];
      auto right = right_figures(answer, column, row, figure);
      if (right.empty() || any(explained_by(rule, column, row, figure))) continue;
      doubts.push_back({answer.is_found ? Doubt::Why::wrong : Doubt::Why::unexplained, column.rows[row].line,
                        column.head, figure.text, std::move(right), column.rows[base].rung,
                        rule.from_cell ? column.cells[base].front().text : "1"});
    }
  if (!answer.is_found && doubts.size() > kFew) doubts.resize(1);
  return doubts;
}

// Both scalings forbid to compare: nobody said which one it is.
std::vector<Difference> forbidding_differences(const Row& row, const Row& baseline) {
  const auto strong = differences(Scaling::strong, baseline.conditions, row.conditions);
  auto found = differences(Scaling::weak, baseline.conditions, row.conditions);
  if (!forbid_speedup(strong) || !forbid_speedup(found)) return {};
  if (strong.size() < found.size()) found = strong;
  std::erase_if(found, [](const auto& d) { return d.consequence != Consequence::no_figure; });
  return found;
}

void add_unlike_figures(const Rule& rule, const Column& column, std::vector<Doubt>& doubts) {
  for (std::size_t row = 0; row < column.rows.size(); ++row) {
    const auto& base = column.rows[(*rule.baselines)[row]];
    auto found = forbidding_differences(column.rows[row], base);
    if (column.cells[row].empty() || found.empty() || !is_of_another_size(column.rows[row], base)) continue;
    doubts.push_back({.why = Doubt::Why::unlike,
                      .line = column.rows[row].line,
                      .column = column.head,
                      .text = column.cells[row].front().text,
                      .baseline = base.rung,
                      .differences = std::move(found)});
  }
}

}  // namespace

std::vector<Doubt> doubts_of(const Table& table) {
  std::vector<Doubt> doubts;
  for (const auto& column : read_columns(table)) {
    const auto baselines = usual_baselines(column);
    const auto rules = usual_rules(column, baselines);
    const auto answer = answer_of(rules, column);
    const bool has_sizes = rules.front().size != 0;
    const bool is_claim = column.kind == Kind::speedup || (column.kind == Kind::efficiency && has_sizes);
    if (!answer.is_found && !is_claim) continue;
    const auto found = figures_in_doubt(answer, column);
    doubts.insert(doubts.end(), found.begin(), found.end());
    if (is_claim) add_unlike_figures(answer.fit.rule, column, doubts);
  }
  return doubts;
}

std::string sentence(const Doubt& doubt) {
  constexpr auto kNoRule = "follows by no usual rule from the times and rates that were read";
  const auto figure = fmt::format("line {}: {} {}", doubt.line, doubt.column, doubt.text);
  std::vector<std::string> reasons;
  for (const auto& d : doubt.differences)
    reasons.push_back(fmt::format("{} is {} here and {} in the baseline", d.key, d.here, d.baseline));
  if (doubt.why == Doubt::Why::unlike)
    return fmt::format("{} is no comparison with {}: {}", figure, doubt.baseline, fmt::join(reasons, "; "));
  return fmt::format("{} {} {}, with {} as {}", figure,
                     doubt.why == Doubt::Why::wrong ? "is" : fmt::format("{}: it is", kNoRule),
                     fmt::join(doubt.right, ", "), doubt.baseline, doubt.counts_as);
}

}  // namespace scalegen::published

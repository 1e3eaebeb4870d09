#include "analysis/tables/cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "analysis/tables/heads.hpp"
#include "core/clock_time.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

constexpr auto kAbout = std::to_array<std::string_view>({"~", "≈", "∼", "≃", "ca.", "approx.", "about"});
constexpr auto kBounds = std::to_array<std::string_view>({"<", ">", "≤", "≥"});

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
}

template <class Words>
bool take_one_of(std::string_view& text, const Words& words) {
  for (const std::string_view word : words)
    if (text.starts_with(word)) {
      text.remove_prefix(word.size());
      skip_blanks(text);
      return true;
    }
  return false;
}

// The characters of a number, its separators and exponent too: "1,234.5", "1 234", "-3e-5".
std::string_view number_at_front(std::string_view text) {
  std::size_t end = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const auto digit_at = [&](std::size_t i) { return i < text.size() && is_digit(text[i]); };
  if (!digit_at(end) && !(end < text.size() && text[end] == '.' && digit_at(end + 1))) return {};
  while (end < text.size()) {
    const char c = text[end];
    const bool is_group = (c == ' ' || c == '\'' || c == '_') && digit_at(end + 1) && digit_at(end + 2) &&
                          digit_at(end + 3) && !digit_at(end + 4);
    const bool is_separator = (c == ',' || c == '.') && (digit_at(end + 1) || c == '.');
    if (!is_digit(c) && !is_group && !is_separator) break;
    ++end;
  }
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    const bool is_signed = end + 1 < text.size() && (text[end + 1] == '-' || text[end + 1] == '+');
    auto exponent = end + (is_signed ? 2 : 1);
    if (digit_at(exponent)) {
      while (digit_at(exponent)) ++exponent;
      end = exponent;
    }
  }
  return text.substr(0, end);
}

std::optional<double> number_of(std::string text, Comma comma) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\'' || c == '_'; });
  if (comma == Comma::thousands) return parse_printed_number(text);
  const auto commas = std::ranges::count(text, ',');
  if (commas == 0 && parse_number(text) && text.find('.') == std::string::npos) return parse_number(text);
  if (commas > 1) return std::nullopt;
  for (char& c : text) c = c == ',' ? '.' : c == '.' ? ',' : c;
  return parse_printed_number(text);
}

// 480k, 1.2M, 12.3k tokens/s: the factor, taken off the unit.
double take_prefix(std::string& unit) {
  if (unit.empty() || (unit.size() > 1 && unit[1] != ' ')) return 1;
  constexpr std::string_view kPrefixes = "kKMGBT";
  constexpr std::array<double, 6> kFactors{1e3, 1e3, 1e6, 1e9, 1e9, 1e12};
  const auto found = kPrefixes.find(unit.front());
  if (found == std::string_view::npos) return 1;
  unit.erase(0, unit.find_first_not_of(' ', 1));
  return kFactors.at(found);
}

std::string without_brackets(std::string_view text) {
  std::string outside;
  bool is_inside = false;
  for (const char c : text) {
    is_inside = is_inside || c == '(' || c == '[';
    if (!is_inside) outside += c;
    is_inside = is_inside && c != ')' && c != ']';
  }
  return outside;
}

bool has_number(std::string_view text) {
  const auto digit = std::ranges::find_if(text, is_digit);
  return digit != text.end() &&
         (digit == text.begin() || std::isalpha(static_cast<unsigned char>(*(digit - 1))) == 0);
}

// The unit behind a number, without deviation and remark. nullopt: another number is there, as in 47 s (a);
// 48 s (b).
std::optional<std::string> unit_behind(std::string_view rest) {
  auto unit = without_brackets(rest);
  unit.erase(std::min({unit.find("±"), unit.find("+/-"), unit.find("+-"), unit.size()}));
  if (has_number(unit) || unit.starts_with(':') || unit.starts_with('.')) return std::nullopt;
  unit.erase(std::min({unit.find(" - "), unit.find(','), unit.size()}));
  unit.erase(unit.find_last_not_of(" *") + 1);
  for (const std::string_view mark : {"†", "‡", "^"})
    if (unit.ends_with(mark)) unit.erase(unit.size() - mark.size());
  return unit;
}

/// The readings that a number's commas and points prove.
struct Proof {
  bool thousands = false;
  bool decimal = false;
  bool is_open = false;  // 1,234
};

bool are_groups(std::string_view text, char separator) {
  std::string grouped(text);
  if (separator == '.') std::ranges::replace(grouped, '.', ',');
  return grouped.find(',') != std::string::npos && parse_printed_number(grouped).has_value();
}

Proof proof_of(std::string_view number) {
  const auto comma = number.find(',');
  const auto point = number.find('.');
  const bool has_comma = comma != std::string_view::npos;
  const bool has_point = point != std::string_view::npos;
  if (has_comma && has_point) return {.thousands = comma < point, .decimal = point < comma};
  if (has_point) return {.thousands = !are_groups(number, '.')};
  if (!has_comma) return {};
  const bool is_grouped = are_groups(number, ',');
  const bool are_several = number.find(',', comma + 1) != std::string_view::npos;
  return {
      .thousands = is_grouped && are_several, .decimal = !is_grouped, .is_open = is_grouped && !are_several};
}

/// A cell that proves something.
struct Witness {
  const CsvLine* line = nullptr;
  const CsvField* field = nullptr;
};

Diagnostics error_at(const std::string& file, const Witness& cell, std::string message, std::string hint) {
  return {csv_error(file, *cell.line, *cell.field, std::move(message), std::move(hint))};
}

/// The numbers of a column as thousands and as fractions, where commas are open.
struct Readings {
  double least[2] = {1e300, 1e300};
  double most[2] = {0, 0};
  bool has_plain = false;  // whole numbers without a comma
  bool has_comma = false;
};

// 850 and 1,600: one of the two readings would span a thousand times as much.
std::optional<Comma> comma_by_span(const Readings& readings) {
  if (!readings.has_plain || !readings.has_comma) return std::nullopt;
  const double thousands = readings.most[0] / readings.least[0];
  const double decimal = readings.most[1] / readings.least[1];
  if (decimal > 30 * thousands) return Comma::thousands;
  return thousands > 30 * decimal ? std::optional(Comma::decimal) : std::nullopt;
}

std::optional<Comma> comma_of_columns(const std::vector<CsvLine>& rows) {
  std::map<std::size_t, Readings> columns;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.fields.size(); ++i) {
      std::string_view text = row.fields[i].text;
      take_one_of(text, kAbout);
      const std::string number(number_at_front(text));
      const auto thousands = number_of(number, Comma::thousands);
      const auto decimal = number_of(number, Comma::decimal);
      if (!thousands || !decimal || *decimal <= 0 || *thousands <= 0) continue;
      auto& readings = columns[i];
      (number.find(',') == std::string::npos ? readings.has_plain : readings.has_comma) = true;
      for (const auto& [k, value] : {std::pair(0, *thousands), std::pair(1, *decimal)}) {
        readings.least[k] = std::min(readings.least[k], value);
        readings.most[k] = std::max(readings.most[k], value);
      }
    }
  std::optional<Comma> found;
  for (const auto& [column, readings] : columns)
    if (const auto comma = comma_by_span(readings)) {
      if (found.value_or(*comma) != *comma) return std::nullopt;
      found = comma;
    }
  return found;
}

}  // namespace

Result<Comma> comma_of(const std::string& file, const CsvLine& header, const std::vector<CsvLine>& rows) {
  std::vector<bool> are_sizes;
  for (const auto& head : header.fields) are_sizes.push_back(size_head(head.text).has_value());
  Witness thousands;
  Witness decimal;
  Witness open;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.fields.size(); ++i) {
      const auto& field = row.fields[i];
      std::string_view text = field.text;
      take_one_of(text, kAbout);
      auto proof = proof_of(number_at_front(text));
      if (proof.is_open && i < are_sizes.size() && are_sizes[i]) proof = {.thousands = true};
      if (proof.thousands && thousands.line == nullptr) thousands = {&row, &field};
      if (proof.decimal && decimal.line == nullptr) decimal = {&row, &field};
      if (proof.is_open && open.line == nullptr) open = {&row, &field};
    }
  if (thousands.line != nullptr && decimal.line != nullptr)
    return tl::make_unexpected(
        error_at(file, decimal,
                 fmt::format("'{}' has a decimal comma, and '{}' in line {} a decimal point",
                             decimal.field->text, thousands.field->text, thousands.line->number),
                 "write all numbers with a decimal point"));
  if (open.line != nullptr && thousands.line == nullptr && decimal.line == nullptr) {
    if (const auto comma = comma_of_columns(rows)) return *comma;
    auto plain = open.field->text;
    std::erase(plain, ',');
    auto fraction = open.field->text;
    std::ranges::replace(fraction, ',', '.');
    return tl::make_unexpected(
        error_at(file, open, fmt::format("'{}' may be {} or {}", open.field->text, plain, fraction),
                 "write numbers with a decimal point and without commas, such as 1234.5"));
  }
  return decimal.line != nullptr ? Comma::decimal : Comma::thousands;
}

std::optional<Cell> read_cell(std::string_view text, Comma comma) {
  skip_blanks(text);
  Cell cell{.is_approximate = take_one_of(text, kAbout)};
  if (std::ranges::none_of(text, is_digit) || take_one_of(text, kBounds)) return cell;
  if (const auto seconds = parse_clock_time(text)) {
    cell.number = seconds;
    cell.unit = "s";
    return cell;
  }
  const auto number = number_at_front(text);
  if (number.empty())
    return std::isalpha(static_cast<unsigned char>(text.front())) != 0 ? std::optional(cell) : std::nullopt;
  cell.number = number_of(std::string(number), comma);
  auto rest = text.substr(number.size());
  skip_blanks(rest);
  auto unit = unit_behind(rest);
  if (!cell.number || !unit) return std::nullopt;
  *cell.number *= take_prefix(*unit);
  cell.unit = *unit == "×" ? "x" : *unit;
  return cell;
}

}  // namespace scalegen

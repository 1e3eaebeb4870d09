#include "analysis/readers/csv.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace scalegen {
namespace {

bool are_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return '0' <= c && c <= '9'; });
}

// True if the commas of the integer part of a number separate groups of three digits.
bool is_grouped(std::string_view whole) {
  auto comma = whole.find(',');
  const auto first = whole.substr(0, comma);
  if (!are_digits(first) || first.size() > 3 || first.front() == '0') return false;
  while (comma != std::string_view::npos) {
    whole.remove_prefix(comma + 1);
    comma = whole.find(',');
    if (const auto group = whole.substr(0, comma); group.size() != 3 || !are_digits(group)) return false;
  }
  return true;
}

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// The end of the field that begins at `begin`: the next unquoted separator.
std::size_t field_end(std::string_view line, std::size_t begin, char separator) {
  bool quoted = false;
  for (std::size_t i = begin; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] == separator && !quoted) return i;
  }
  return line.size();
}

std::string unquoted(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::string(text);
  std::string plain;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '"' && text[i + 1] == '"') ++i;
    plain += text[i];
  }
  return plain;
}

int characters_in(std::string_view text) {
  int count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return count;
}

// `column` is that of its first character, blanks too.
CsvField field_of(std::string_view text, int column) {
  const auto blanks = std::ranges::find_if_not(text, is_blank) - text.begin();
  text.remove_prefix(static_cast<std::size_t>(blanks));
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return {unquoted(text), column + static_cast<int>(blanks)};
}

std::vector<CsvField> split(std::string_view line, char separator) {
  std::vector<CsvField> fields;
  int column = 1;
  for (std::size_t begin = 0;;) {
    const auto end = field_end(line, begin, separator);
    fields.push_back(field_of(line.substr(begin, end - begin), column));
    if (end == line.size()) return fields;
    column += characters_in(line.substr(begin, end + 1 - begin));
    begin = end + 1;
  }
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<int> parse_count(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && number >= 0 ? std::optional(number) : std::nullopt;
}

std::optional<double> parse_printed_number(std::string_view text) {
  if (text.find(',') == std::string_view::npos) return parse_number(text);
  const auto sign = static_cast<std::size_t>(text.front() == '+' || text.front() == '-');
  const auto point = std::min(text.find('.'), text.size());
  const bool commas_beyond = text.find(',', point) != std::string_view::npos;
  if (commas_beyond || !is_grouped(text.substr(sign, point - sign))) return std::nullopt;
  std::string plain(text);
  std::erase(plain, ',');
  return parse_number(plain);
}

const std::string& text_at(const CsvLine& line, std::size_t column) {
  static const std::string kNone;
  return column < line.fields.size() ? line.fields[column].text : kNone;
}

std::vector<CsvLine> read_csv(std::string_view text, char separator) {
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) text.remove_prefix(kByteOrderMark.size());
  std::vector<CsvLine> lines;
  for (int number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    auto line = text.substr(0, end);
    const bool whole = end != std::string_view::npos;
    text.remove_prefix(whole ? end + 1 : text.size());
    while (!line.empty() && is_blank(line.back()) && line.back() != separator) line.remove_suffix(1);
    if (!line.empty()) lines.push_back({number, std::string(line), split(line, separator), whole});
  }
  return lines;
}

Diagnostic csv_error(const std::string& file, const CsvLine& line, const CsvField& field, std::string message,
                     std::string hint) {
  return {.cited = CitedLine{file, line.number, field.column, line.text},
          .message = std::move(message),
          .hint = std::move(hint)};
}

}  // namespace scalegen

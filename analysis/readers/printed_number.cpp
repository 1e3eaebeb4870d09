#include "analysis/readers/printed_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "analysis/readers/csv.hpp"
#include "core/clock_time.hpp"
#include "core/metric_unit.hpp"
#include "core/number_pattern.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

char first(std::string_view text) { return text.empty() ? '\0' : text.front(); }
char last(std::string_view text) { return text.empty() ? '\0' : text.back(); }

std::string_view without_last(std::string_view text) {
  return text.substr(0, text.size() - std::min<std::size_t>(1, text.size()));
}

std::string_view without_first(std::string_view text) {
  return text.substr(std::min<std::size_t>(1, text.size()));
}

// The length of the first element of a pattern: {number}, an escaped character, a class, or one character.
std::size_t element_length(std::string_view rest) {
  if (rest.starts_with(kNumberWord)) return kNumberWord.size();
  if (rest.front() == '\\') return std::min<std::size_t>(2, rest.size());
  if (rest.front() != '[') return 1;
  std::size_t end = 1;
  while (end < rest.size() && rest[end] != ']') end += rest[end] == '\\' ? 2U : 1U;
  return std::min(end + 1, rest.size());
}

std::size_t group_end(std::string_view pattern, std::size_t begin) {
  int depth = 0;
  std::size_t i = begin;
  while (i < pattern.size()) {
    if (pattern[i] == '(') ++depth;
    if (pattern[i] == ')') --depth;
    i += element_length(pattern.substr(i));
    if (depth == 0) return i;
  }
  return pattern.size();
}

GroupInPattern find_group(std::string_view pattern) {
  for (std::size_t i = 0; i < pattern.size(); i += element_length(pattern.substr(i))) {
    const auto rest = pattern.substr(i);
    const bool is_group = rest.front() == '(' && !rest.starts_with("(?");
    if (!is_group && !rest.starts_with(kNumberWord)) continue;
    const auto end = group_end(pattern, i);
    return {pattern.substr(0, i), pattern.substr(i, end - i), pattern.substr(end)};
  }
  return {pattern};
}

// A character of a pattern that stands for itself, with or without a backslash.
bool begins_with_literal(std::string_view pattern, char c) {
  if (first(pattern) == '\\')
    pattern.remove_prefix(1);
  else if (c == '.')
    return false;
  if (first(pattern) != c) return false;
  const char next = first(without_first(pattern));
  return next != '?' && next != '*' && next != '{';
}

bool ends_with_literal(std::string_view pattern, char c) {
  return last(pattern) == c && (c != '.' || last(without_last(pattern)) == '\\');
}

bool is_separator(char c) { return c == ',' || c == '.' || c == ':' || c == '_' || c == '\''; }

bool has_point(std::string_view number) { return number.find('.') != std::string_view::npos; }

bool is_sign(char c) { return c == '+' || c == '-'; }

bool is_exponent(std::string_view text) {
  const auto letter = first(text) | 0x20;
  text = without_first(text);
  if (letter != 'e' && (letter != 'd' || !is_sign(first(text)))) return false;  // Fortran's D has a sign
  return is_digit(first(is_sign(first(text)) ? without_first(text) : text));
}

std::optional<double> number_of(std::string text) {  // as Fortran prints it, too: 0.950D+03
  if (const auto d = text.find_first_of("dD"); d < text.size() && is_sign(text[d + 1])) text[d] = 'e';
  return parse_printed_number(text);
}

// "1.5e" and "1.5e-" before 3; also "e" without a number, as in "e300".
bool ends_in_exponent(std::string_view before) {
  if (is_sign(last(before))) before.remove_suffix(1);
  if ((last(before) | 0x20) != 'e') return false;
  const char earlier = last(without_last(before));
  return is_digit(earlier) || earlier == '.' || !is_letter(earlier);
}

// The digits and points at the end of the text, which may be the first part of a list: "0.5,12".
std::string_view number_at_end(std::string_view text) {
  auto begin = text.size();
  while (begin > 0 && (is_digit(text[begin - 1]) || text[begin - 1] == '.')) --begin;
  return text.substr(begin);
}

// "12.345,67" may be one number where decimals have a comma.
bool may_have_decimal_comma(std::string_view before, std::string_view behind) {
  static const Regex kInThousands("[+-]?[1-9][0-9]{0,2}(?:\\.[0-9]{3})+");
  const auto rest = behind.substr(std::min(behind.find_first_not_of("0123456789"), behind.size()));
  const bool has_own_point = first(rest) == '.' && is_digit(first(without_first(rest)));
  return !has_own_point && full_match(before, kInThousands);
}

// What typography and other languages put between thousands: no-break, narrow and thin spaces, and ’.
constexpr auto kOddSeparators =
    std::to_array<std::string_view>({"\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x89", "\xe2\x80\x99"});

bool begins_with_thousand(std::string_view text) {
  return text.size() > 2 && std::ranges::all_of(text.substr(0, 3), is_digit) &&
         !is_digit(first(text.substr(3)));
}

bool is_beside_thousands(const FoundText& found, const GroupInPattern& pattern) {
  return std::ranges::any_of(kOddSeparators, [&](std::string_view separator) {
    if (found.after.starts_with(separator) && !pattern.after.starts_with(separator) &&
        begins_with_thousand(found.after.substr(separator.size())))
      return true;
    if (!found.before.ends_with(separator) || pattern.before.ends_with(separator)) return false;
    const auto earlier = found.before.substr(0, found.before.size() - separator.size());
    return is_digit(last(earlier)) && begins_with_thousand(found.text);
  });
}

// A comma after a number with a point separates two numbers; after one without, thousands or decimals.
bool goes_on(const FoundText& found, const GroupInPattern& pattern) {
  const char next = first(found.after);
  const auto end = std::min(found.after.find_first_not_of("0123456789", 1), found.after.size());
  const bool has_no_letter = end == 4 && is_sign(next) && has_point(found.text);  // Fortran's 1.5+101
  if (has_no_letter || is_digit(next) || is_exponent(found.after)) return true;
  if (!is_separator(next) || !is_digit(first(without_first(found.after)))) return false;
  const bool is_list =
      next == ',' && has_point(found.text) && !may_have_decimal_comma(found.text, without_first(found.after));
  return !is_list && !begins_with_literal(pattern.after, next);
}

bool begins_after_separator(const FoundText& found, const GroupInPattern& pattern) {
  const char previous = last(found.before);
  const auto earlier = without_last(found.before);
  if (!is_separator(previous) || ends_with_literal(pattern.before, previous)) return false;
  if (is_digit(last(earlier)))
    return previous != ',' || !has_point(number_at_end(earlier)) ||
           may_have_decimal_comma(number_at_end(earlier), found.text);
  return previous == '.' && last(earlier) != '.' && !is_letter(last(earlier));
}

// A dash after a word, a digit or another dash is none of a sign: "run-12", "10-20".
bool begins_after_sign(const FoundText& found, const GroupInPattern& pattern) {
  if (last(found.before) != '-' || ends_with_literal(pattern.before, '-')) return false;
  const char earlier = last(without_last(found.before));
  return !is_letter(earlier) && !is_digit(earlier) && earlier != '-';
}

bool is_part(const FoundText& found, const GroupInPattern& pattern) {
  return is_digit(last(found.before)) || ends_in_exponent(found.before) || goes_on(found, pattern) ||
         begins_after_separator(found, pattern) || begins_after_sign(found, pattern) ||
         is_beside_thousands(found, pattern);
}

bool belongs_to_number(char c) {
  return is_digit(c) || is_separator(c) || is_sign(c) || c == 'e' || c == 'E' || c == 'D' ||
         static_cast<unsigned char>(c) >= 0x80U;  // of a separator that is not ASCII
}

// A time in several parts ends with a unit of time, or has a colon. Most numbers of a log are none.
bool may_be_part_of_a_time(const FoundText& found) {
  if (found.text.find_first_not_of("0123456789.,+-") != std::string_view::npos) return true;
  const auto next = found.after.find_first_not_of("0123456789., \t\r\n\f");
  constexpr std::string_view kUnits(":dhmsDHMS");
  if (next < found.after.size() && kUnits.find(found.after[next]) != kUnits.npos) return true;
  const auto colon = found.before.find_last_not_of("0123456789.");
  return colon > 0 && colon < found.before.size() && found.before[colon] == ':' &&
         is_digit(found.before[colon - 1]);
}

// The clock time that a text is a part of, such as 3m25.113s around 25.113; empty if there is none.
std::string_view clock_time_around(const FoundText& found) {
  if (!may_be_part_of_a_time(found)) return {};
  const auto before = std::min<std::size_t>(found.before.size(), 60);  // longer than any
  const auto after = std::min<std::size_t>(found.after.size(), 60);
  const auto parts =
      time_in_parts_around(found.text, {found.text.data() - before, before + found.text.size() + after});
  if (!parts.empty()) return parts;
  constexpr std::string_view kCharacters = "0123456789:.-dhms";
  const auto left = found.before.size() - (found.before.find_last_not_of(kCharacters) + 1);
  const auto right = std::min(found.after.find_first_not_of(kCharacters), found.after.size());
  const std::string_view all(found.text.data() - left, left + found.text.size() + right);
  return left + right > 0 && parse_clock_time(all) ? all : std::string_view();
}

// The text with what belongs to its number on both sides, for a message: at most 20 characters of each.
std::string with_surroundings(const FoundText& found) {
  if (const auto time = clock_time_around(found); !time.empty()) return std::string(time);
  std::size_t left = 0;
  while (left < std::min<std::size_t>(20, found.before.size()) &&
         belongs_to_number(found.before[found.before.size() - 1 - left]))
    ++left;
  std::size_t right = 0;
  while (right < std::min<std::size_t>(20, found.after.size()) && belongs_to_number(found.after[right]))
    ++right;
  return fmt::format("{}{}{}", found.before.substr(found.before.size() - left), found.text,
                     found.after.substr(0, right));
}

tl::unexpected<Diagnostics> part_of_a_number(const FoundText& found, const GroupInPattern& pattern) {
  const auto time = clock_time_around(found);
  const auto advice = !time.empty() && !parse_clock_time(time)
                          ? "this is one time in several parts, print it in one unit or as H:MM:SS"
                      : pattern.group != kNumberWord
                          ? fmt::format("write {{number}} for the group, as in '{}{}{}'", pattern.before,
                                        kNumberWord, pattern.after)
                      : !time.empty() ? "write {number} for all of it, behind the text that stands before it"
                                      : "write the text that stands before it into the regex";
  return failure(fmt::format("is '{}', a part of '{}': {}", found.text, with_surroundings(found), advice));
}

// {number} takes "12,480" for a number in thousands. Beside a comma of the pattern these may be two columns.
bool may_be_several(std::string_view number, const GroupInPattern& pattern) {
  const bool is_before_blank = pattern.after.starts_with(", ") || pattern.after.starts_with(",\\s");
  return number.find(',') != std::string_view::npos &&
         (ends_with_literal(pattern.before, ',') ||
          (begins_with_literal(pattern.after, ',') && !is_before_blank));
}

// Not only ASCII: "µs".
bool belongs_to_word(char c) { return is_letter(c) || static_cast<unsigned char>(c) >= 0x80U; }

std::string_view word_at_front(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && belongs_to_word(text[size])) ++size;
  return text.substr(0, size);
}

// (\\S+) finds "1.92K": the letters belong behind the number.
FoundText without_letters(FoundText found) {
  const auto all = found.text.size() + found.after.size();
  while (!found.text.empty() && !is_letter(found.text.front()) && belongs_to_word(found.text.back()))
    found.text.remove_suffix(1);
  found.after = {found.text.data() + found.text.size(), all - found.text.size()};
  return found;
}

// True if the pattern itself says, behind its group and perhaps blanks, which word stands there.
bool names_word(std::string_view pattern_after, std::string_view word) {
  while (!pattern_after.empty()) {
    const bool is_blank = pattern_after.starts_with("\\s") || pattern_after.starts_with(' ');
    if (!is_blank && pattern_after.find_first_of("*+?") != 0) break;
    pattern_after.remove_prefix(pattern_after.starts_with('\\') ? 2 : 1);
  }
  const auto named = word_at_front(pattern_after);
  const char next = first(pattern_after.substr(named.size()));
  return named == word && next != '?' && next != '*' && next != '{';
}

std::string_view first_word(std::string_view unit) { return unit.substr(0, unit.find_first_of("/ ")); }

std::optional<double> si_factor(char prefix) {
  if (prefix == 'k' || prefix == 'K') return 1e3;
  if (prefix == 'M') return 1e6;
  return prefix == 'G' ? std::optional(1e9) : std::nullopt;
}

// "12.5G" in GiB: the letter is the unit's own.
bool begins_unit(std::string_view prefix, std::string_view unit_word) {
  const bool is_kilo = prefix == "k" || prefix == "K";
  return unit_word.starts_with(prefix) || (is_kilo && (first(unit_word) | 0x20) == 'k');
}

// The factor that a word right behind a number stands for; nullopt if that is not known.
std::optional<double> factor_of(std::string_view word, std::string_view pattern_after,
                                std::string_view unit) {
  const auto unit_word = first_word(unit);
  if (word.empty() || word == unit_word || names_word(pattern_after, word)) return 1;
  const auto rest = without_first(word);
  if (rest.empty() && si_factor(word.front()) && begins_unit(word, unit_word)) return 1;
  return rest.empty() || rest == unit_word ? si_factor(word.front()) : std::nullopt;
}

tl::unexpected<Diagnostics> unknown_word(std::string_view number, std::string_view word,
                                         const GroupInPattern& pattern) {
  return failure(fmt::format(
      "is '{0}', with '{1}' right behind it, which is neither its unit nor k, K, M or G: write it into "
      "the regex, as in '{2}{3}{1}', if it never changes",
      number, word, pattern.before, pattern.group));
}

tl::unexpected<Diagnostics> of_other_unit(const FoundText& found, std::string_view unit,
                                          std::string_view other) {
  const auto behind =
      found.after.substr(std::min(found.after.find_first_not_of(" \t(["), found.after.size()));
  const auto word = behind.substr(0, behind.find_first_of(" \t,;:.)]"));
  return failure(fmt::format("is '{}', followed by '{}', and its unit is {}: {}", found.text, word,
                             unit.empty() ? "''" : unit, hint_for_other_unit(unit, std::string(other))));
}

Result<double> read_clock_time(const FoundText& found, double seconds, const GroupInPattern& pattern,
                               std::string_view unit) {
  const auto seconds_in_unit = seconds_in(unit);
  if (!seconds_in_unit) return failure(fmt::format("is '{}', a time, and its unit is {}", found.text, unit));
  if (is_part(found, pattern) || clock_time_around(found).size() > found.text.size())
    return part_of_a_number(found, pattern);
  if (const auto other = contradicting_unit(found.after, "s"); !other.empty())
    return failure(
        fmt::format("is '{}', followed by '{}', which may be a time of {} or of hours, minutes and seconds",
                    found.text, other, other));
  return seconds / *seconds_in_unit;
}

// {number} finds the beginning of a time in parts, and stands for all of it.
FoundText with_all_parts(const FoundText& found, const GroupInPattern& group) {
  const auto time = clock_time_around(found);
  const bool may_go_on = group.group == kNumberWord && time.find(':') == std::string_view::npos;
  if (found.text.data() != time.data() || !may_go_on) return found;
  return {found.before, time, found.after.substr(time.size() - found.text.size())};
}

}  // namespace

NumberReader::NumberReader(const MetricPattern& metric) : metric_(metric), group_(find_group(metric.regex)) {}

const NumberReader::UnitBehind& NumberReader::unit_behind(std::string_view text) {
  const auto part = unit_part(text);
  if (!last_unit_ || part != last_part_) {
    last_unit_ = {.factor = prefix_factor(part, metric_.unit),
                  .other = contradicting_unit(part, metric_.unit)};
    last_part_ = part;
  }
  return *last_unit_;
}

// Most numbers of a log: digits between blanks, with the unit that is expected. Nullopt of any other.
std::optional<double> NumberReader::plain_number(const FoundText& found) {
  const auto is_gap = [](char c) { return c == '\0' || c == ' ' || c == '\t'; };
  if (end_of_plain_number(found.text, 0) != found.text.size() || !is_gap(last(found.before)) ||
      !is_gap(first(found.after)) || may_be_part_of_a_time(found) || !unit_behind(found.after).other.empty())
    return std::nullopt;
  return parse_printed_number(found.text);
}

Result<double> NumberReader::read(const FoundText& found) {
  if (const auto number = plain_number(found)) return *number;
  const auto all = with_all_parts(found, group_);
  if (const auto time = parse_clock_time(all.text)) return read_clock_time(all, *time, group_, metric_.unit);
  const auto plain = without_letters(found);
  const auto number = number_of(std::string(plain.text));
  if (!number) return failure(fmt::format("is '{}', which is not a number", found.text));
  const bool is_part_of_time = !clock_time_around(plain).empty() && seconds_in(metric_.unit);
  if (is_part_of_time || is_part(plain, group_)) return part_of_a_number(plain, group_);
  if (may_be_several(plain.text, group_))
    return failure(
        fmt::format("is '{}', which may be several numbers of a list: write a group for one of "
                    "them, as in '{}([0-9.]+){}'",
                    plain.text, group_.before, group_.after));
  const auto& unit = unit_behind(plain.after);
  if (unit.factor) return *number * *unit.factor;
  if (!unit.other.empty()) return of_other_unit(plain, metric_.unit, unit.other);
  const auto word = word_at_front(plain.after);
  const auto factor = factor_of(word, group_.after, metric_.unit);
  if (!factor) return unknown_word(plain.text, word, group_);
  return *number * *factor;
}

Result<double> NumberReader::read_speed(const FoundText& found) {
  if (const auto number = plain_number(found); number && *number > 0) return *number;
  const auto time = parse_clock_time(with_all_parts(found, group_).text);
  const auto number = time ? time : number_of(std::string(without_letters(found).text));
  if (!number || *number <= 0)
    return failure(fmt::format("is '{}', which is not a number above 0", found.text));
  return read(found);
}

}  // namespace scalegen

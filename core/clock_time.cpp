#include "core/clock_time.hpp"

#include <array>
#include <charconv>
#include <cstdint>

#include "core/regex.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

struct ClockUnit {
  char letter = 's';
  double seconds = 1;
  double most = 60;  // that are less than one of the larger unit
};

constexpr std::array<ClockUnit, 4> kClockUnits = {
    {{'d', 86400, 1e9}, {'h', 3600, 24}, {'m', 60, 60}, {'s', 1, 60}}};

// Digits, and for seconds a fraction.
std::optional<double> clock_number(std::string_view text, const ClockUnit& unit) {
  const auto whole = text.substr(0, unit.letter == 's' ? text.find('.') : std::string_view::npos);
  const bool has_fraction = whole.size() < text.size();
  if (!is_all_digits(whole) || (has_fraction && !is_all_digits(text.substr(whole.size() + 1))))
    return std::nullopt;
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// 1d2h3m4s: each unit at most once, in this order, and two of them at least.
std::optional<double> time_of_letters(std::string_view text) {
  double seconds = 0;
  int parts = 0;
  for (const auto& unit : kClockUnits) {
    const auto end = text.find(unit.letter);
    if (end == std::string_view::npos) continue;
    const auto amount = clock_number(text.substr(0, end), unit);
    if (!amount || (parts > 0 && *amount >= unit.most)) return std::nullopt;
    seconds += *amount * unit.seconds;
    ++parts;
    text.remove_prefix(end + 1);
  }
  return text.empty() && parts > 1 ? std::optional(seconds) : std::nullopt;
}

// Takes the last part, behind the separator, off a text.
std::string_view take_last(std::string_view& text, char separator) {
  const auto at = text.rfind(separator);
  const auto part = at == std::string_view::npos ? text : text.substr(at + 1);
  text = text.substr(0, at == std::string_view::npos ? 0 : at);
  return part;
}

// D-HH:MM:SS, H:MM:SS, M:SS: from the right, so that the unit of a part is known.
std::optional<double> time_of_colons(std::string_view text) {
  double seconds = 0;
  std::size_t parts = 0;
  for (auto unit = kClockUnits.rbegin(); unit != kClockUnits.rend() && !text.empty(); ++unit, ++parts) {
    const auto part = take_last(text, unit->letter == 'h' ? '-' : ':');
    const auto amount = clock_number(part, *unit);
    const bool is_first = text.empty();
    const auto digits = part.substr(0, part.find('.')).size();
    if (!amount || (!is_first && (*amount >= unit->most || digits != 2))) return std::nullopt;
    seconds += *amount * unit->seconds;
  }
  return text.empty() && parts > 1 ? std::optional(seconds) : std::nullopt;
}

// Two units at least, each smaller than the one before; behind days also a clock time.
std::string regex_of_parts() {
  const std::string number = "[0-9][0-9.,]*\\s*";
  const std::string between = "(?:\\b[\\s,.]*(?:and\\s+)?)?";
  const auto s = number + "(?:s|secs?|seconds?)";
  const auto m = number + "(?:m|mins?|minutes?)" + between;
  const auto h = number + "(?:h|hrs?|hours?)" + between;
  const auto below_h = "(?:" + m + "(?:" + s + ")?|" + s + ")";
  const auto below_d = "(?:" + h + below_h + "?|" + below_h + "|[0-9]+:[0-9:.]+)";
  return "(?i)((?:" + number + "(?:d|days?)" + between + below_d + "|" + h + below_h + "|" + m + s + ")\\b)";
}

}  // namespace

std::string_view time_in_parts_around(std::string_view piece, std::string_view line) {
  static const Regex kParts(regex_of_parts(), Regex::Latin1);
  std::string_view rest(line);
  for (std::string_view found; find_and_consume(rest, kParts, &found);) {
    std::string_view text(found.data(), found.size());
    text = text.substr(0, text.find_last_not_of(" ,") + 1);
    if (rest.starts_with("/"))  // "2h 13m, 0.85 s/step": the last is no part of it
      text = text.substr(0, text.rfind(','));
    if (text.data() < piece.data() + piece.size() && piece.data() < text.data() + text.size()) return text;
  }
  return {};
}

std::optional<double> parse_clock_time(std::string_view text) {
  if (text.find_first_of(":dhmsDHMS") == std::string_view::npos) return std::nullopt;
  if (const auto time = time_of_colons(text)) return time;
  static const Regex kWord("([a-z])[a-z]*(?: +and)?|[ \\t]+");
  if (text.empty() || time_in_parts_around(text, text) != text) return std::nullopt;
  auto compact = lower_case(text);
  replace_matches(compact, kWord, "\\1");
  return time_of_letters(compact);
}

}  // namespace scalegen

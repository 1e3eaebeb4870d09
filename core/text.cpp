#include "core/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace scalegen {

namespace {

// U+0080 to U+009F: some terminals read U+009B as the start of an escape sequence.
bool begins_two_byte_control(std::string_view text) {
  const auto second = text.size() < 2 ? 0U : static_cast<unsigned char>(text[1]);
  return text[0] == '\xC2' && second >= 0x80U && second <= 0x9FU;
}

bool begins_one_byte_control(std::string_view text) {
  const auto c = static_cast<unsigned char>(text[0]);
  return (c < 0x20 && c != '\t' && c != '\n') || c == 0x7F;
}

bool begins_control(std::string_view text) {
  return begins_one_byte_control(text) || begins_two_byte_control(text);
}

// U+202A to U+202E and U+2066 to U+2069, behind which a line is read as it is not written.
bool turns_direction(std::string_view c) {
  return (c >= "\xe2\x80\xaa" && c <= "\xe2\x80\xae") || (c >= "\xe2\x81\xa6" && c <= "\xe2\x81\xa9");
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// The bytes of the first character, by its first byte; 0 if none begins with it.
std::size_t announced_length(unsigned char c) {
  if (c < 0x80U) return 1;
  if (c < 0xC2U || c > 0xF4U) return 0;
  return c < 0xE0U ? 2 : c < 0xF0U ? 3 : 4;
}

// Longer than need be, a surrogate, or above U+10FFFF.
bool is_forbidden(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const auto second = static_cast<unsigned char>(text[1]);
  return (first == 0xE0U && second < 0xA0U) || (first == 0xEDU && second > 0x9FU) ||
         (first == 0xF0U && second < 0x90U) || (first == 0xF4U && second > 0x8FU);
}

// The bytes of the first character; 0 if the text does not begin with valid UTF-8.
std::size_t character_length(std::string_view text) {
  const auto length = announced_length(static_cast<unsigned char>(text[0]));
  if (length < 2) return length;
  if (text.size() < length || is_forbidden(text)) return 0;
  const auto rest = text.substr(1, length - 1);
  return std::ranges::all_of(rest, is_continuation) ? length : 0;
}

bool are_swapped(std::string_view a, std::size_t i, std::string_view b, std::size_t j) {
  return i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
}

// Levenshtein's distance in which two swapped letters count as one mistake (optimal string alignment). Only
// three rows of the table are kept.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  auto above = row;
  auto two_above = row;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_above = std::exchange(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, substituted});
      if (are_swapped(a, i, b, j)) row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
  }
  return row[b.size()];
}

bool one_begins_the_other(std::string_view a, std::string_view b) {
  const auto shorter = std::min(a.size(), b.size());
  return shorter >= 3 && a.substr(0, shorter) == b.substr(0, shorter);
}

// ESC ] 0;title BEL: a text up to BEL or ESC \.
std::size_t command_string_length(std::string_view text) {
  std::size_t at = 2;
  while (at < text.size() && static_cast<unsigned char>(text[at]) >= 0x20) ++at;
  const auto end = text.substr(at);
  if (end.empty() || end == "\x1b" || end.starts_with("\x1b\\")) return std::min(at + 2, text.size());
  return end.front() == '\a' ? at + 1 : 0;
}

std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

}  // namespace

bool has_control_characters(std::string_view text) {
  for (; !text.empty(); text.remove_prefix(1))
    if (begins_control(text)) return true;
  return false;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const auto length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::size_t escape_sequence_length(std::string_view text) {
  if (!text.starts_with('\x1b')) return 0;
  const char kind = text.size() > 1 ? text[1] : '[';
  if (std::string_view("]PX^_").find(kind) != std::string_view::npos) return command_string_length(text);
  std::size_t at = kind == '[' ? 2 : 1;
  const auto skip = [&](char first, char last) {
    while (at < text.size() && first <= text[at] && text[at] <= last) ++at;
  };
  if (kind == '[') skip('0', '?');
  skip(' ', '/');
  if (at >= text.size()) return text.size();
  return (kind == '[' ? '@' : '0') <= text[at] && text[at] <= '~' ? at + 1 : 0;
}

std::string without_escape_sequences(std::string_view text) {
  std::string rest;
  while (!text.empty()) {
    const auto escape = escape_sequence_length(text);
    if (escape == 0) rest += text.front();
    text.remove_prefix(std::max<std::size_t>(1, escape));
  }
  return rest;
}

std::string without_control_characters(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto length = character_length(text);
    if (length == 0 || begins_control(text) || turns_direction(text.substr(0, length)))
      shown += '?';
    else
      shown += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return shown;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_all_digits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool has_only_plain(std::string_view text, std::string_view signs) {
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return is_letter(c) || is_digit(c) || signs.find(c) != signs.npos;
  });
}

bool is_variable_name(std::string_view text) { return has_only_plain(text, "_") && !is_digit(text.front()); }

bool can_name_a_folder(std::string_view text) {
  return text.size() <= 64 && has_only_plain(text, "_-.") && text.front() != '-' && text.front() != '.';
}

std::string at_most(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  while (most > 0 && is_continuation(text[most])) --most;
  return std::string(text.substr(0, most)) + "...";
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

std::string with_capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string family_of(std::string_view text) {
  std::string family;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool joins = text[i] == 'x' && i + 1 < text.size() && is_digit(text[i + 1]);
    const bool after_number = !family.empty() && family.back() == '#';
    if (after_number && (is_digit(text[i]) || joins)) continue;
    family += is_digit(text[i]) ? '#' : text[i];
  }
  return family;
}

std::string closest(std::string_view word, const std::vector<std::string>& known) {
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const auto& name : known) {
    const auto distance = edit_distance(word, name);
    const bool close =
        distance <= std::max<std::size_t>(1, word.size() / 3) || one_begins_the_other(word, name);
    if (close && (best == nullptr || distance < best_distance)) {
      best = &name;
      best_distance = distance;
    }
  }
  return best == nullptr ? std::string() : *best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  if (const auto best = closest(word, known); !best.empty()) return fmt::format("did you mean '{}'?", best);
  return fmt::format("known: {}", fmt::join(known, ", "));
}

std::string join_truncated(const std::vector<std::string>& all, std::string_view separator) {
  constexpr std::size_t kMostShown = 8;
  if (all.size() <= kMostShown) return fmt::format("{}", fmt::join(all, separator));
  return fmt::format("{} and {} more", fmt::join(all.begin(), all.begin() + kMostShown, separator),
                     all.size() - kMostShown);
}

std::string numbered_rounds(const std::vector<int>& rounds) {
  if (rounds.size() == 1) return fmt::format("round {}", rounds.front());
  if (rounds.size() == 2) return fmt::format("rounds {} and {}", rounds.front(), rounds.back());
  if (rounds.back() - rounds.front() + 1 == std::ssize(rounds))
    return fmt::format("rounds {} to {}", rounds.front(), rounds.back());
  return fmt::format("rounds {}", fmt::join(rounds, ", "));
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) lines.emplace_back(take_line(text));
  return lines;
}

std::vector<std::string> joined(std::initializer_list<std::vector<std::string>> lists) {
  std::vector<std::string> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

std::string last_line(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const auto end = text.find_last_not_of(kBlanks);
  if (end == std::string_view::npos) return "";
  text = text.substr(0, end + 1);
  const auto newline = text.find_last_of("\r\n");
  if (newline != std::string_view::npos) text.remove_prefix(newline + 1);
  text.remove_prefix(text.find_first_not_of(kBlanks));
  return std::string(text);
}

}  // namespace scalegen

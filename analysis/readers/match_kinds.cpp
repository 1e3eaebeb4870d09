#include "analysis/readers/printed_metric.hpp"

#include <algorithm>
#include <cctype>

#include "analysis/statistics/two_way_model.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

bool is_ascii_letter(char c) { return ('a' <= (c | 0x20) && (c | 0x20) <= 'z') || c == '_'; }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80U; }
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// The bytes of the first character, whatever they are.
std::size_t character_size(std::string_view text) {
  std::size_t size = 1;
  while (size < text.size() && is_continuation(text[size])) ++size;
  return size;
}

// U+2000 to U+2FFF, which begin with this byte, are bars, dots and arrows.
bool begins_with_letter(std::string_view text) {
  return is_ascii_letter(text.front()) || (!is_ascii(text.front()) && text.front() != '\xE2');
}

std::size_t word_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && begins_with_letter(text.substr(size)))
    size += character_size(text.substr(size));
  return size;
}

bool is_number_word(std::string_view word) {
  std::string lower;
  for (const char c : word) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower == "nan" || lower == "inf";
}

constexpr std::size_t kMostRepeats = 3;

// A bar of a hundred blocks, or a hundred blanks, says no more than three.
std::string without_long_repeats(std::string_view text) {
  std::string shorter;
  std::string_view before;
  std::size_t repeats = 0;
  while (!text.empty()) {
    const auto character = text.substr(0, character_size(text));
    repeats = character == before ? repeats + 1 : 1;
    const bool is_kept = std::isalnum(static_cast<unsigned char>(character.front())) != 0;
    if (is_kept || repeats <= kMostRepeats) shorter += character;
    before = character;
    text.remove_prefix(character.size());
  }
  return shorter;
}

std::string printable(std::string_view text) {
  return without_long_repeats(without_control_characters(without_escape_sequences(text)));
}

constexpr std::size_t kMostOnOneSide = 40;  // bytes of an excerpt before its cut, and behind it

std::string_view end_of(std::string_view text, std::size_t most) {
  auto end = text.substr(text.size() - std::min(most, text.size()));
  while (!end.empty() && is_continuation(end.front())) end.remove_prefix(1);
  return end;
}

std::string cut_in_the_middle(const std::string& text) {
  if (text.size() <= 2 * kMostOnOneSide) return text;
  return at_most(text, kMostOnOneSide) + std::string(end_of(text, kMostOnOneSide));
}

// Their words are then the same.
bool differ_in_digits_alone(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return x == y || (is_digit(x) && is_digit(y)); });
}

constexpr std::size_t kMostWords = 20;
constexpr std::size_t kLongestWord = 40;

}  // namespace

std::string excerpt_of(const FoundText& found) {
  const auto before = printable(found.before);
  const auto begin = std::min(before.find_first_not_of(" \t"), before.size());
  auto excerpt = cut_in_the_middle(before.substr(begin)) + at_most(printable(found.text), kMostOnOneSide) +
                 at_most(printable(found.after), kMostOnOneSide);
  excerpt.erase(excerpt.find_last_not_of(" \t") + 1);
  return excerpt;
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  bool is_behind_digit = false;
  while (!text.empty() && words.size() < kMostWords) {
    if (const auto escape = escape_sequence_length(text); escape > 0) {
      text.remove_prefix(escape);
      continue;
    }
    const auto size = word_size(text);
    const auto word = text.substr(0, size);
    if (size >= 2 && !is_behind_digit && !is_number_word(word))
      words.emplace_back(word.substr(0, kLongestWord));
    is_behind_digit = size == 0 && is_digit(text.front());
    text.remove_prefix(size == 0 ? character_size(text) : size);
  }
  return words;
}

void MatchKinds::add(const FoundText& found, std::string_view since, double value) {
  if (is_free_text_) return;
  if (last_ < entries_.size() && differ_in_digits_alone(since, last_since_)) {
    ++entries_[last_].kind.count;
    entries_[last_].values.add(value);
    return;
  }
  auto words = words_in(since);
  auto same = std::ranges::find_if(entries_, [&](const auto& entry) { return entry.kind.words == words; });
  if (same == entries_.end()) {
    if (entries_.size() == kMostKinds) {
      is_free_text_ = true;
      entries_.clear();
      return;
    }
    entries_.push_back({.kind = {.words = std::move(words), .line = excerpt_of(found)}});
    same = entries_.end() - 1;
  }
  ++same->kind.count;
  same->values.add(value);
  last_ = static_cast<std::size_t>(same - entries_.begin());
  last_since_ = since;
}

std::vector<MatchKind> MatchKinds::kinds() const {
  std::vector<MatchKind> kinds;
  for (const auto& entry : entries_) {
    kinds.push_back(entry.kind);
    kinds.back().median = stats::median(entry.values.values());
  }
  return kinds;
}

}  // namespace scalegen
